import { join } from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { serverDirectory } from '../paths.ts';

/** The query builder on a pool or inside a transaction: queries take this and never care which. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with' | 'transaction' | '$count'
>;

export interface Database {
  db: NodePgDatabase;
  /** For the few hot statements that are written by hand. */
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

/** Any fixed number: the advisory lock under which migrations run, one process at a time. */
const MIGRATION_LOCK = 7_221_001;

/** Opens a pool. Lost connections are replaced; a query on a lost one fails with the driver's error. */
export function openDatabase(url: string, poolSize: number, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'switchyard',
  });
  pool.on('error', onError);
  // A connection that is lost while somebody holds it rejects their query, and then says so as an event too, which nobody else hears: unheard, it
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, url, close: () => pool.end() };
}

/** Brings the database to the newest schema; safe when several processes start at once. */
export async function migrateDatabase(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrationsFolder = join(serverDirectory, 'migrations');
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
