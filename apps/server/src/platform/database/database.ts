import type { Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { serverDirectory } from '../paths.ts';
import { StartError } from '../start-error.ts';

/** The query builder on a pool or inside a transaction; queries work with either. */
export type Db = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'with'
  | '$with'
  | 'transaction'
  | '$count'
>;

export interface Database {
  db: NodePgDatabase;
  /** For the few hot statements written in plain SQL. */
  pool: pg.Pool;
  url: string;
  /**
   * For whatever needs a session of its own: leader election, LISTEN, migrations, backups. Equal to `url` without a
   * pooler.
   */
  directUrl: string;
  close(): Promise<void>;
}

/** Any fixed number: advisory lock that lets one process at a time run migrations. */
export const MIGRATION_LOCK = 7_221_001;

/** For a transaction at start that may take any time, and may wait as long for another server's. */
export const STATEMENTS_WITHOUT_LIMIT = sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`;

/** For a dedicated connection, which must not inherit its role's limits. */
export const SESSION_WITHOUT_LIMIT =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';

/** Maximum time to get a connection, however long a statement may take. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * As shares of the statement timeout: the wait for a lock, and the silence after which a connection is considered dead.
 */
const LOCK_SHARE = 2 / 3;
const SILENCE_MULTIPLE = 1.3;

/**
 * Opens a pool. Lost connections are replaced; a query on a lost connection fails with the driver's error.
 * @param timeoutMs maximum duration of a statement. PostgreSQL enforces it; if PostgreSQL itself is silent, the
 * connection is closed here. No limit if omitted.
 * @param directUrl bypasses a pooler behind `url`, such as PgBouncer in transaction mode. Session settings would be
 * lost there, or leak to others, so the pool sets none and names no statements; the limits belong to the role ({@link
 * migrateDatabase}).
 */
export function openDatabase(
  url: string,
  poolSize: number,
  onError: (error: Error) => void,
  timeoutMs?: number,
  directUrl = url,
): Database {
  const isPooled = directUrl !== url;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, timeoutMs ?? CONNECT_TIMEOUT_MS),
    ...(timeoutMs !== undefined && !isPooled && limitsOf(timeoutMs)),
    idleTimeoutMillis: 30_000,
    application_name: 'switchyard',
  });
  pool.on('error', onError);
  // A connection lost while in use rejects the running query and then also emits `error`. Without a listener that event
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (isPooled) pool.on('connect', removeStatementNames);
  reclaimLostConnections(pool);
  if (timeoutMs !== undefined) closeSilentConnections(pool, timeoutMs * SILENCE_MULTIPLE);
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, url, directUrl, close: () => pool.end() };
}

const limitsOf = (timeoutMs: number) => ({
  statement_timeout: timeoutMs,
  lock_timeout: Math.round(timeoutMs * LOCK_SHARE),
  idle_in_transaction_session_timeout: timeoutMs * 2,
});

/** A named statement stays with one connection of the pooler, but the next transaction may get another. */
function removeStatementNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (config: unknown, ...rest: unknown[]) =>
    query(config instanceof Object && !('submit' in config) ? { ...config, name: undefined } : config, ...rest);
  client.query = unnamed as pg.PoolClient['query'];
}

/** By then the holder of a lost connection has received its error and released it. */
const LOST_GRACE_MS = 5_000;

/**
 * Releases lost connections that nobody returns. Drizzle keeps the connection of a transaction whose `begin` fails;
 * each would be missing from the pool for ever, until none is left.
 */
function reclaimLostConnections(pool: pg.Pool): void {
  const taken = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (taken.has(client)) setTimeout(() => taken.has(client) && client.release(true), LOST_GRACE_MS);
    });
  });
}

/**
 * Closes a connection in use that has been silent this long, together with the query on it. The driver's own query
 * timeout would only abandon the query: the connection would return to the pool in the middle of its transaction and
 * later commit what the caller believes lost.
 */
function closeSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    const stream = socketOf(client);
    stream.setTimeout(silenceMs);
    if (watched.has(client)) return;
    watched.add(client);
    stream.on('timeout', () => {
      const message = `the database has not responded for ${Math.round(silenceMs)} ms`;
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    });
  });
  pool.on('release', (_error, client) => {
    socketOf(client).setTimeout(0);
  });
}

/** Missing from the driver's types: a TCP connection, with or without TLS, is a socket. */
const socketOf = (client: pg.PoolClient) => (client as unknown as pg.Client).connection.stream as Socket;

const migrationsFolder = join(serverDirectory, 'migrations');

/** Creation time of this version's newest migration, ms since 1970: identifies the schema it works with. */
export const latestMigration = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));

/**
 * This version does not know what a later version has changed, and would write as if it did not exist.
 * @throws StartError
 */
async function assertNotNewer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as known`);
  if (!rows[0]?.known) return;
  const applied = await client.query('select max(created_at)::float8 as latest from drizzle.__drizzle_migrations');
  if ((applied.rows[0]?.latest ?? 0) <= latestMigration()) return;
  throw new StartError(
    'the database was used by a later version of Switchyard: start that version or a newer one, or restore a backup from before the upgrade',
  );
}

/**
 * Migrates the database to the newest schema, however long that takes. Safe when several processes start at once.
 * @param timeoutMs as for `openDatabase`; behind a pooler it is set on the role for this database
 * @throws StartError if a later version has used the database
 */
export async function migrateDatabase({ url, directUrl, pool }: Database, timeoutMs?: number): Promise<void> {
  const client = new pg.Client({
    connectionString: directUrl,
    connectionTimeoutMillis: pool.options.connectionTimeoutMillis,
    application_name: 'switchyard migrations',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION_WITHOUT_LIMIT);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (directUrl !== url && timeoutMs !== undefined) await limitRole(client, timeoutMs);
    await assertNotNewer(client);
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
  } finally {
    // Closing the connection releases the lock.
    await client.end().catch(() => undefined);
  }
}

/** New connections of a pooler take the limits of their role; existing ones keep what they had. */
async function limitRole(client: pg.Client, timeoutMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const place = `alter role current_user in database ${client.escapeIdentifier(rows[0]?.name ?? '')}`;
  for (const [setting, ms] of Object.entries(limitsOf(timeoutMs)))
    await client.query(`${place} set ${setting} = ${ms}`);
}
