import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';

const FOLD_INTERVAL_MS = 1_000;
const AT_ONCE = 5_000;
/** An arbitrary fixed number: two workers that fold at once would wait for each other's rows. */
const FOLD_LOCK = 7_221_220;

/** Day of figures that are only read as all-time totals: one row each, instead of one per day. */
export const OF_ALL_TIME = '1970-01-01';

/** Events deleted with their workspace, as a negative number: a day's remaining events are its figure plus this. */
export const GONE_EVENTS = 'gone-events';

/** Folds pending rows into the figures of their day in one statement. @param which rows, by id */
const foldOf = (which: SQL) => sql`
  with gone as materialized (
    delete from bot_statistics_news where id in (${which})
    returning bot_id, at, last_type, counts
  ), added as (
    insert into bot_statistics as kept (day, name, count)
    select case when entry.key like 'filter:%' then ${OF_ALL_TIME}::date else (at at time zone 'UTC')::date end, entry.key, sum(entry.value::bigint) from gone, jsonb_each_text(counts) entry
    where entry.key not like 'node:%' group by 1, 2 order by 1, 2
    on conflict (name, day) do update set count = kept.count + excluded.count
  ), entered as (
    insert into bot_node_counts as kept (bot_id, node_id, entered)
    select bot_id, substr(entry.key, 6), sum(entry.value::bigint) from gone, jsonb_each_text(counts) entry where entry.key like 'node:%' group by 1, 2 order by 1, 2
    on conflict (bot_id, node_id) do update set entered = kept.entered + excluded.entered
  ), latest as (
    select distinct on (bot_id) bot_id, at, last_type from gone where last_type is not null order by bot_id, at desc
  ), shown as (
    update bots set last_activity_at = latest.at, last_activity_type = latest.last_type from latest
    where bots.id = latest.bot_id and (bots.last_activity_at is null or bots.last_activity_at <= latest.at)
  )
  select count(*)::int as folded from gone`;

/** Folds recent rows into the figures. @returns the number of rows; if it is `AT_ONCE`, more may be left */
export const foldStatistics = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as got`,
    );
    if (!locked[0]?.got) return 0;
    const latest = sql`select id from bot_statistics_news order by id limit ${AT_ONCE} for update skip locked`;
    const { rows } = await tx.execute<{ folded: number }>(foldOf(latest));
    return rows[0]?.folded ?? 0;
  });

/**
 * Runs before a workspace is deleted: its events stay in the figures of their days, but no longer count towards list
 * totals, which would exceed the lists. Its bots are locked, so that no more events arrive.
 */
export async function foldBeforePurge(tx: Db, { workspaceId }: { workspaceId: string }): Promise<DomainEvent[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FOLD_LOCK})`);
  await tx.execute(sql`select from bots where workspace_id = ${workspaceId} for update`);
  await tx.execute(
    foldOf(sql`
      select news.id from bot_statistics_news news join bots on bots.id = news.bot_id where workspace_id = ${workspaceId}`),
  );
  await tx.execute(sql`
    with its as materialized (
      select session_id, type from bot_session_types join bot_sessions on bot_sessions.id = session_id where workspace_id = ${workspaceId}
    ), left_out as (
      select 'filter:' || type as name, count(*) as count from its group by type
      union all
      select 'filter:' || event.type || '+' || process.type, count(*)
      from its event join its process on process.session_id = event.session_id and process.type like 'process:%'
      where event.type like 'event:%' group by event.type, process.type
    )
    update bot_statistics kept set count = kept.count - left_out.count from left_out
    where kept.name = left_out.name and kept.day = ${OF_ALL_TIME}::date`);
  await tx.execute(sql`
    insert into bot_statistics as kept (day, name, count)
    select (event.at at time zone 'UTC')::date, ${GONE_EVENTS}, -count(*)
    from bot_sessions session join bot_node_events event on event.session_id = session.id
    where session.workspace_id = ${workspaceId} and session.test_flow is null group by 1
    on conflict (name, day) do update set count = kept.count + excluded.count`);
  return [];
}

/** Folds every second until stopped. */
export const startFolding = ({ database, log }: Pick<Platform, 'database' | 'log'>): Stoppable =>
  runRepeatedly(async () => {
    try {
      return (await foldStatistics(database.db)) === AT_ONCE ? 0 : FOLD_INTERVAL_MS;
    } catch (error) {
      log.warn({ err: error }, 'bot statistics could not be folded');
      return FOLD_INTERVAL_MS;
    }
  });
