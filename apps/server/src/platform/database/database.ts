import type { Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { serverDirectory } from '../paths.ts';
import { StartError } from '../start-error.ts';

/** The query builder on a pool or inside a transaction: queries take this and never care which. */
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
  /** For the few hot statements that are written by hand. */
  pool: pg.Pool;
  url: string;
  /** What needs a session of its own connects here: leading, LISTEN, migrations, backups. Equal to `url` without a pooler. */
  directUrl: string;
  close(): Promise<void>;
}

/** Any fixed number: the advisory lock under which migrations run, one process at a time. */
export const MIGRATION_LOCK = 7_221_001;

/** For a transaction at start that may take any time, and may have to wait as long for another server's. */
export const STATEMENTS_WITHOUT_LIMIT = sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`;

/** For a connection of our own, whatever its role's limits are. */
export const SESSION_WITHOUT_LIMIT =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';

/** A connection is to be had by then, whatever a statement may take. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Of the time that a statement may take: waiting for a lock, and the silence after which a connection is given up for
 * dead.
 */
const LOCK_SHARE = 2 / 3;
const SILENCE_MULTIPLE = 1.3;

/**
 * Opens a pool. Lost connections are replaced; a query on a lost one fails with the driver's error.
 * @param timeoutMs the longest that a statement may take; PostgreSQL ends it, and should that be silent itself, we do.
 *   Left out: any time
 * @param directUrl past a pooler that `url` leads to, such as PgBouncer in transaction mode: what is set for a session
 *   would be lost or another's there, so the pool sets nothing at the start and names no statements; the limits are the
 *   role's ({@link migrateDatabase})
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
  // A connection that is lost while somebody holds it rejects their query, and then says so as an event too, which
  // nobody else hears: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (isPooled) pool.on('connect', leaveUnnamed);
  takeBackLostConnections(pool);
  if (timeoutMs !== undefined) endSilentConnections(pool, timeoutMs * SILENCE_MULTIPLE);
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, url, directUrl, close: () => pool.end() };
}

const limitsOf = (timeoutMs: number) => ({
  statement_timeout: timeoutMs,
  lock_timeout: Math.round(timeoutMs * LOCK_SHARE),
  idle_in_transaction_session_timeout: timeoutMs * 2,
});

/** A named statement stays with one connection of the pooler, and the next transaction may have another. */
function leaveUnnamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const unnamed = (asked: unknown, ...rest: unknown[]) =>
    query(asked instanceof Object && !('submit' in asked) ? { ...asked, name: undefined } : asked, ...rest);
  client.query = unnamed as pg.PoolClient['query'];
}

/** Whoever holds a lost connection has heard of it by then, and has given it back. */
const LOST_GRACE_MS = 5_000;

/**
 * Drizzle keeps the connection of a transaction whose `begin` fails. Each would be missing from the pool for good, and
 * the last one with all that follows.
 */
function takeBackLostConnections(pool: pg.Pool): void {
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
 * A connection that somebody has taken and that says nothing for so long is ended, with whatever was asked over it. The
 * driver's own time-out for queries would only let go of the query: the connection would go back to the pool in the
 * middle of its transaction, and confirm what is lost later.
 */
function endSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    const stream = socketOf(client);
    stream.setTimeout(silenceMs);
    if (watched.has(client)) return;
    watched.add(client);
    stream.on('timeout', () => {
      const words = `the database has said nothing for ${Math.round(silenceMs)} ms`;
      stream.destroy(Object.assign(new Error(words), { code: 'ETIMEDOUT' }));
    });
  });
  pool.on('release', (_error, client) => {
    socketOf(client).setTimeout(0);
  });
}

/** The driver's types say less than it has: a connection over TCP, with or without TLS, is a socket. */
const socketOf = (client: pg.PoolClient) => (client as unknown as pg.Client).connection.stream as Socket;

const migrationsFolder = join(serverDirectory, 'migrations');

/** When the newest migration of this version was made, ms since 1970: which schema it works with. */
export const latestMigration = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));

/**
 * What a later version has changed, this one does not know, and would write as if it were not there.
 * @throws StartError
 */
async function refuseLaterVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as known`);
  if (!rows[0]?.known) return;
  const applied = await client.query('select max(created_at)::float8 as latest from drizzle.__drizzle_migrations');
  if ((applied.rows[0]?.latest ?? 0) <= latestMigration()) return;
  throw new StartError(
    'the database was used by a later version of Switchyard: start that version or a newer one, or restore a backup from before the upgrade',
  );
}

/**
 * Brings the database to the newest schema, however long a migration takes; safe when several processes start at once.
 * @param timeoutMs as of `openDatabase`: behind a pooler it becomes the role's own for this database
 * @throws StartError for one of a later version
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
    await refuseLaterVersion(client);
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
  } finally {
    // With its connection the lock goes too.
    await client.end().catch(() => undefined);
  }
}

/** A pooler's connections take over what their role has; those that it has open already keep what they had. */
async function limitRole(client: pg.Client, timeoutMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const place = `alter role current_user in database ${client.escapeIdentifier(rows[0]?.name ?? '')}`;
  for (const [setting, ms] of Object.entries(limitsOf(timeoutMs)))
    await client.query(`${place} set ${setting} = ${ms}`);
}
