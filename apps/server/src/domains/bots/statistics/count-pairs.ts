import type { Platform } from '../../../platform/platform.ts';
import { OF_ALL_TIME } from './fold.ts';

/** Figure that marks the count as done. */
const DONE = 'pairs-counted';

/**
 * Counts, once, the sessions from earlier servers that saw both an event and a process; since then these are figures
 * like the others.
 */
export async function countEarlierPairs({ database }: Pick<Platform, 'database'>): Promise<void> {
  const client = await database.pool.connect();
  try {
    const { rowCount } = await client.query('select from bot_statistics where name = $1', [DONE]);
    if (rowCount !== 0) return;
    await client.query('begin');
    // A million sessions take some seconds.
    await client.query('set local statement_timeout = 0');
    await client.query('lock table bot_session_types in share row exclusive mode');
    await client.query(
      `insert into bot_statistics as kept (day, name, count)
       select date '${OF_ALL_TIME}', 'filter:' || event.type || '+' || process.type, count(*)
       from bot_session_types event
         join bot_session_types process on process.session_id = event.session_id and process.type like 'process:%'
       where event.type like 'event:%' and not exists (select from bot_statistics where name = $1)
       group by event.type, process.type
       on conflict (name, day) do update set count = excluded.count`,
      [DONE],
    );
    await client.query(
      `insert into bot_statistics (day, name, count) values ('${OF_ALL_TIME}', $1, 0) on conflict do nothing`,
      [DONE],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
