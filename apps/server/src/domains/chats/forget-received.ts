import type pg from 'pg';

const AT_ONCE = 1_000;

/** Removes messages that came in longer ago than `days`, some at a time, so that no statement holds much. @returns how many */
export async function forgetReceived(pool: pg.Pool, days: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from received_messages where id in (
         select id from received_messages where received_at < now() - $1 * interval '1 day' order by received_at limit ${AT_ONCE} for update skip locked)`,
      [days],
    );
    forgotten += rowCount ?? 0;
    if ((rowCount ?? 0) < AT_ONCE) return forgotten;
  }
}
