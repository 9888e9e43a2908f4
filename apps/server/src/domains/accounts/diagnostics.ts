import { sql } from 'drizzle-orm';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../platform/config/config.ts';
import type { Platform } from '../../platform/platform.ts';

/** Settings whose values are safe to show. For every other one, including new ones, only whether it is set. */
const SAFE_SETTINGS = [
  'demo',
  'roles',
  'cluster',
  'signUp',
  'logLevel',
  'databasePoolSize',
  'databaseTimeoutMs',
  'enginesPerPod',
  'rateLimitPerMinute',
  'signInLimitPerMinute',
  'requestTimeoutMs',
  'connectionsPerAddress',
  'receivedKeepDays',
  'fileKeepDays',
  'keepDays',
  'fileQuotaBytes',
  'backupHour',
  'backupKeep',
] as const satisfies (keyof Config)[];
const isSafe = (name: string): boolean => (SAFE_SETTINGS as readonly string[]).includes(name);

const readDatabase = sql`
  select version() as version, pg_database_size(current_database())::text as bytes, now() as clock,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    (select count(*)::int from drizzle.__drizzle_migrations) as migrations`;
const readCounts = sql`
  select (select count(*)::int from users) as people, (select count(*)::int from workspaces) as workspaces,
    (select count(*)::int from engines) as engines,
    (select coalesce(json_object_agg(status, number), '{}') from (select status, count(*)::int as number from messages group by status) one) as messages,
    (select coalesce(json_object_agg(name || ' ' || state, number), '{}')
      from (select name, state::text as state, count(*)::int as number from pgboss.job group by 1, 2) one) as jobs`;

/**
 * Information for support requests: versions, settings without secrets, sizes, counts. Contains no names, numbers,
 * texts or addresses.
 */
export async function readDiagnostics({
  config,
  database,
  broker,
  cluster,
}: Platform): Promise<Record<string, unknown>> {
  const { rows: databases } = await database.db.execute(readDatabase);
  const { rows: counts } = await database.db.execute(readCounts);
  const settings = Object.entries(config).map(([name, value]) => [
    name,
    isSafe(name) ? value : value === null || value === '' ? 'not set' : 'set',
  ]);
  return {
    at: new Date().toISOString(),
    version: manifest.version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    uptimeSeconds: Math.round(process.uptime()),
    memoryBytes: process.memoryUsage().rss,
    isBrokerConnected: broker.connected(),
    hasCluster: cluster !== null,
    settings: Object.fromEntries(settings),
    database: databases[0],
    counts: counts[0],
  };
}
