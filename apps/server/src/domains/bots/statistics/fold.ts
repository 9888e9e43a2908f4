import type pg from 'pg';
import type { Running } from '../../../platform/domain.ts';
import type { Platform } from '../../../platform/platform.ts';
import { againAndAgain } from '../again-and-again.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 5_000;
/** Any fixed number: two workers that fold at once would wait for each other's rows. */
const FOLD_LOCK = 7_221_220;

/** The day of figures that are asked for over all time only: one row for each, rather than one a day. */
export const OF_ALL_TIME = '1970-01-01';

/** Moves what happened into the figures of its day, all of it in one statement. */
const FOLD = `
  with gone as materialized (
    delete from bot_statistics_news where id in (select id from bot_statistics_news order by id limit ${AT_ONCE} for update skip locked)
    returning bot_id, at, last_type, counts
  ), added as (
    insert into bot_statistics as kept (day, name, count)
    select case when one.key like 'filter:%' then date '${OF_ALL_TIME}' else (at at time zone 'UTC')::date end, one.key, sum(one.value::bigint) from gone, jsonb_each_text(counts) one
    where one.key not like 'node:%' group by 1, 2 order by 1, 2
    on conflict (name, day) do update set count = kept.count + excluded.count
  ), entered as (
    insert into bot_node_counts as kept (bot_id, node_id, entered)
    select bot_id, substr(one.key, 6), sum(one.value::bigint) from gone, jsonb_each_text(counts) one where one.key like 'node:%' group by 1, 2 order by 1, 2
    on conflict (bot_id, node_id) do update set entered = kept.entered + excluded.entered
  ), latest as (
    select distinct on (bot_id) bot_id, at, last_type from gone order by bot_id, at desc
  ), shown as (
    update bots set last_activity_at = latest.at, last_activity_type = latest.last_type from latest
    where bots.id = latest.bot_id and (bots.last_activity_at is null or bots.last_activity_at <= latest.at)
  )
  select count(*)::int as folded from gone`;

/** Adds what happened lately to the figures. @returns how much was folded; more may be left when it is `AT_ONCE` */
export async function foldStatistics(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: locked } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_xact_lock(${FOLD_LOCK}) as got`,
    );
    const folded = locked[0]?.got ? ((await client.query<{ folded: number }>(FOLD)).rows[0]?.folded ?? 0) : 0;
    await client.query('commit');
    return folded;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Folds every second until stopped. */
export const startFolding = ({ database, log }: Pick<Platform, 'database' | 'log'>): Running =>
  againAndAgain(async () => {
    try {
      return (await foldStatistics(database.pool)) === AT_ONCE ? 0 : EVERY_MS;
    } catch (error) {
      log.warn({ err: error }, 'the figures of bots could not be folded');
      return EVERY_MS;
    }
  });
