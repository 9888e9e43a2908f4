import type pg from 'pg';
import { OF_ALL_TIME } from '../../apps/server/src/domains/bots/statistics/fold.ts';
import { newId } from '../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

const BOTS = 1_000;
const EVENTS_PER_SESSION = 10;
const BATCH_SIZE = 100_000;
/** Event types of each session. */
const TYPES = [
  ...['node_entered', 'message_sent', 'question_asked', 'answer_received'].map((name) => `event:${name}`),
  ...['session_started', 'session_completed'].map((name) => `process:${name}`),
];
const FLOW =
  '{"format": 1, "nodes": [{"id": "trigger", "kind": "trigger", "name": "", "x": 0, "y": 0, "on": "any", "keywords": [], "pattern": ""}], "edges": []}';

/** Inserts the bots of one workspace directly into the database. @returns the workspace's id */
export async function createBots({ pool }: Database): Promise<string> {
  const [userId, workspaceId] = [newId(), newId()];
  await pool.query(`insert into users (id, name, email) values ($1, 'Someone', 'bots@example.test')`, [userId]);
  await pool.query(`insert into workspaces (id, name, slug, zone, plan) values ($1, 'Ours', 'bots', 'UTC', 'pro')`, [
    workspaceId,
  ]);
  // Statistics are counted as events are added, not by the first start of an upgraded server.
  await pool.query(`insert into bot_statistics (day, name, count) values ('${OF_ALL_TIME}', 'pairs-counted', 0)`);
  await pool.query(
    `insert into bots (id, workspace_id, owner_id, name, draft, node_kinds)
     select uuidv7(), $1, $2, 'Bot ' || one, $3, '{"trigger": 1, "send": 3, "ask": 2, "condition": 1}' from generate_series(1, ${BOTS}) one`,
    [workspaceId, userId, FLOW],
  );
  return workspaceId;
}

/**
 * Adds ended sessions of these bots with ten events each, spread over a year, with the statistics that the runtime
 * would have recorded.
 */
export async function addHistory({ pool }: Database, workspaceId: string, sessions: number): Promise<void> {
  const client = await pool.connect();
  try {
    // References are known to be valid, and no data has to survive a crash.
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'");
    // The planner cannot estimate the inserted rows and would choose nested loops.
    await client.query('set enable_nestloop = off');
    const { rows } = await client.query<{ bits: string }>(
      'select sum(bot_type_bit(type)) as bits from unnest($1::text[]) type',
      [TYPES],
    );
    const seen = rows[0]?.bits ?? '0';
    for (let done = 0; done < sessions; done += BATCH_SIZE) {
      await addSome(client, workspaceId, { done, count: Math.min(BATCH_SIZE, sessions - done), sessions, seen });
    }
    await client.query('reset all');
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze bot_sessions, bot_node_events, bot_session_types, bot_statistics, bots');
}

/** Adds sessions in the order of their ids, so that indexes grow at their ends. */
async function addSome(
  client: pg.PoolClient,
  workspaceId: string,
  { done, count, sessions, seen }: { done: number; count: number; sessions: number; seen: string },
): Promise<void> {
  await client.query(
    `with made as (
       insert into bot_sessions (id, workspace_id, bot_id, chat, contact_name, status, node_id, state, step, created_at, updated_at, ended_at, seen)
       select uuidv7(make_interval(secs => -(365 * 86400 * (1 - ($3::int + one)::float8 / $4::int)))), $1, bot.id, '+44770' || (1000000 + one % 8000000), 'Ann', 'completed', 'end', '{"vars": {}, "wait": null, "lastText": ""}', 1, now(), now(), now(), $5
       from generate_series(1, $2::int) one join (select id, row_number() over () as place from bots where workspace_id = $1) bot on bot.place = 1 + one % ${BOTS} order by one
       returning id, bot_id
     ), events as (
       insert into bot_node_events (id, workspace_id, bot_id, session_id, at, node_id, node_type, node_name, event_type, process_type, is_error)
       select uuidv7(), $1, bot_id, made.id, uuid_extract_timestamp(made.id), 'n' || step, 'send', '',
         case when step in (1, 10) then null else (array['node_entered', 'message_sent', 'question_asked', 'answer_received'])[1 + step % 4] end,
         case step when 1 then 'session_started' when 10 then 'session_completed' end, false
       from made cross join generate_series(1, ${EVENTS_PER_SESSION}) step
       returning bot_id, session_id, at, event_type, process_type
     ), typed as (
       insert into bot_session_types (type, session_id)
       select distinct coalesce('event:' || event_type, 'process:' || process_type), session_id from events returning type, session_id
     ), counted as (
       select (at at time zone 'UTC')::date as day, coalesce('event:' || event_type, 'process:' || process_type) as name, count(*) as count from events group by 1, 2
       union all
       select date '${OF_ALL_TIME}', 'filter:' || type, count(*) from typed group by 2
       union all
       select date '${OF_ALL_TIME}', 'filter:' || event.type || '+' || process.type, count(*)
       from typed event join typed process using (session_id)
       where event.type like 'event:%' and process.type like 'process:%' group by 2
       union all
       select (uuid_extract_timestamp(id) at time zone 'UTC')::date, 'sessions', count(*) from made group by 1
     ), shown as (
       update bots set last_activity_at = latest.at, last_activity_type = 'session_completed'
       from (select bot_id, max(at) as at from events group by 1) latest where bots.id = latest.bot_id
     )
     insert into bot_statistics as kept (day, name, count) select day, name, count from counted
     on conflict (name, day) do update set count = kept.count + excluded.count`,
    [workspaceId, count, done, sessions, seen],
  );
}

/** Compares the statistics with a full scan. @returns the names of those that differ */
export async function findDifferences({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `with scanned as (
       select coalesce('event:' || event_type, 'process:' || process_type) as name, count(*) as count from bot_node_events group by 1
       union all select 'filter:' || type, count(*) from bot_session_types group by 1
       union all select 'filter:' || event.type || '+' || process.type, count(*)
       from bot_session_types event join bot_session_types process using (session_id)
       where event.type like 'event:%' and process.type like 'process:%' group by 1
     ), figures as (
       select name, sum(count) as count from (
         select name, count from bot_statistics
         union all select one.key, one.value::bigint from bot_statistics_news news, jsonb_each_text(news.counts) one
       ) both_parts where name like 'event:%' or name like 'process:%' or name like 'filter:%' group by name
     )
     select coalesce(scanned.name, figures.name) as name from scanned full join figures using (name) where scanned.count is distinct from figures.count`,
  );
  return rows.map(({ name }) => name);
}
