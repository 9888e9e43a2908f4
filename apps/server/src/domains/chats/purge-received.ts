import type pg from 'pg';

const AT_ONCE = 1_000;

/**
 * Deletes incoming messages older than `days` with their marks, in batches so that no statement locks many rows. Files
 * without a message are then purged by `purgeFiles`.
 * @returns how many
 */
export async function purgeReceived(pool: pg.Pool, days: number): Promise<number> {
  let purged = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `with old as (
         delete from received_messages where id in (
           select id from received_messages where received_at < now() - $1 * interval '1 day' order by received_at limit ${AT_ONCE} for update skip locked)
         returning engine_id, chat, wa_message_id
       ), marks as (
         delete from message_marks mark using old
         where mark.engine_id = old.engine_id and mark.chat = old.chat and mark.wa_message_id = old.wa_message_id
       )
       select from old`,
      [days],
    );
    purged += rowCount ?? 0;
    if ((rowCount ?? 0) < AT_ONCE) return purged;
  }
}
