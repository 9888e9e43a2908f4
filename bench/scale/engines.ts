import { newId } from '../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

const WORKSPACES = 100;

/**
 * Inserts engines of a hundred workspaces directly into the database. The server has no cluster: the benchmark
 * simulates their processes.
 * @returns their ids
 */
export async function createEngines({ pool }: Database, count: number): Promise<string[]> {
  const userId = newId();
  await pool.query(`insert into users (id, name, email) values ($1, 'Someone', 'scale@example.test')`, [userId]);
  await pool.query(
    `insert into workspaces (id, name, slug, zone, plan) select uuidv7(), 'Ours', 'scale-' || one, 'UTC', 'pro' from generate_series(1, $1::int) one`,
    [WORKSPACES],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     select uuidv7(), spaces.id, $1, 'Engine ' || one, 'simulator', 'switchyard', 'initializing', 'running'
     from generate_series(1, $2::int) one join (select id, row_number() over () as place from workspaces) spaces on spaces.place = 1 + one % ${WORKSPACES}
     returning id`,
    [userId, count],
  );
  await pool.query('vacuum analyze engines');
  return rows.map((row) => row.id);
}

/** Adds messages due one after another over `seconds`, starting `aheadSeconds` from now, with the engines in turn. */
export async function fillLanes(
  { pool }: Database,
  engineIds: string[],
  { count, seconds, aheadSeconds }: { count: number; seconds: number; aheadSeconds: number },
): Promise<void> {
  await pool.query(
    `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id)
     select uuidv7(), engine.workspace_id, engine.id, 'Ann', '[]', '+447700' || (100000 + one % 800000), 'Hello', due.at, '2026-01-01T00:00', 'UTC', due.at,
       '3EB0' || upper(substr(md5('scale' || one), 1, 18))
     from (select one, now() + interval '1 second' * ($2::float8 + one * $3::float8 / $4::int) as at from generate_series(0, $4::int - 1) one) due
     join (select id, workspace_id, array_position($1::uuid[], id) as place from engines where id = any ($1)) engine
       on engine.place = 1 + due.one % array_length($1::uuid[], 1)`,
    [engineIds, aheadSeconds, seconds, count],
  );
  await pool.query('vacuum analyze messages');
}

/** Number of log segments that a measured minute may fill. */
const SEGMENTS = 16;

/**
 * Brings the write-ahead log to its state after hours of this load, in which segments are reused. A new database has
 * none and creates each new segment during a commit, which then waits for 16 MB to be written to disk.
 */
export async function ageLog({ pool }: Database): Promise<void> {
  for (let made = 0; made < SEGMENTS; made += 1) {
    await pool.query(
      `select pg_logical_emit_message(false, 'bench', 'so that there is something to end a segment for')`,
    );
    await pool.query('select pg_switch_wal()');
  }
  await pool.query('checkpoint');
}

/** Returns the number of log segments created since this PostgreSQL started. */
export async function readSegmentsMade({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ made: number }>(
    `select coalesce(sum(fsyncs), 0)::int as made from pg_stat_io where object = 'wal' and context = 'init'`,
  );
  return rows[0]?.made ?? 0;
}

/** Returns the lease generation by engine, without expired leases. */
export async function readLeases({ pool }: Database): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; generation: number }>(
    'select engine_id as id, generation::float8 as generation from engine_lanes where expires_at > now()',
  );
  return new Map(rows.map((row) => [row.id, row.generation]));
}

/** Returns how many messages were sent, and how late. */
export async function readOutcome({ pool }: Database) {
  const messages = await pool.query<{ sent: number; left: number; late: number | null }>(
    `select count(*) filter (where status = 'sent')::int as sent, count(*) filter (where status <> 'sent')::int as left,
       percentile_cont(0.99) within group (order by extract(epoch from sent_at - due_at) * 1000)::float8 as late from messages`,
  );
  const [found] = messages.rows;
  return {
    sent: found?.sent ?? 0,
    left: found?.left ?? 0,
    latenessP99Ms: found?.late ?? 0,
  };
}
