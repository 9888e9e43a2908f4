import type pg from 'pg';
import { v7 } from 'uuid';
import type { Config, KeepDays } from '../../../platform/config/config.ts';

/** Rows per statement: few enough not to delay others. */
const AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

interface RetainedTable {
  keep: keyof KeepDays;
  table: string;
  /**
   * Condition for old rows; `$1` is the time before which they are, `$2` the first id of that time. Each is served by
   * an index, or its table is small.
   */
  isOld: string;
}

const RETAINED_TABLES: readonly RetainedTable[] = [
  { keep: 'outbox', table: 'outbox_mails', isOld: 'created_at < $1' },
  { keep: 'events', table: 'session_events', isOld: 'from_date_time < $1' },
  { keep: 'botSessions', table: 'bot_sessions', isOld: 'id < $2 and ended_at < $1' },
  { keep: 'deleted', table: 'messages', isOld: `deleted and updated_at < $1 and status <> 'sending'` },
  { keep: 'deleted', table: 'workspace_invitations', isOld: 'expires_at < $1' },
  { keep: 'audit', table: 'audit_entries', isOld: 'id < $2' },
  { keep: 'reasons', table: 'uninstall_reasons', isOld: 'created_at < $1' },
];

/** Deletes what is older than its retention setting, in batches. @returns the number of rows by table */
export async function purgeOld(
  pool: pg.Pool,
  { keepDays }: Pick<Config, 'keepDays'>,
  now: Date,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { keep, table, isOld } of RETAINED_TABLES) {
    if (keepDays[keep] === 0) continue;
    const before = new Date(now.getTime() - keepDays[keep] * DAY_MS);
    const firstId = v7({ msecs: before.getTime(), random: new Uint8Array(16), seq: 0 });
    // Names both parameters, so that PostgreSQL knows their types whichever is used.
    const statement = `with at as (select $1::timestamptz, $2::uuid)
      delete from ${table} where id in (select id from ${table} where ${isOld} limit ${AT_ONCE})`;
    for (let count = AT_ONCE; count === AT_ONCE; ) {
      count = (await pool.query(statement, [before, firstId])).rowCount ?? 0;
      if (count > 0) removed[table] = (removed[table] ?? 0) + count;
    }
  }
  return removed;
}
