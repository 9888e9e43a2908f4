import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PgBoss } from 'pg-boss';
import type { Config } from './config/config.ts';
import { type Database, migrateDatabase, openDatabase } from './database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { isDatabaseUnavailable } from './database/is-database-unavailable.ts';
import { retryWhileUnavailable } from './database/retry-while-unavailable.ts';
import type { Domain } from './domain.ts';
import { reactTo, toolsOf } from './domain.ts';
import { eventDispatcher } from './events.ts';
import { openInstallation } from './installation.ts';
import { startJobs, stopJobs } from './jobs/jobs.ts';
import { startCluster } from './kubernetes/start-cluster.ts';
import type { Log } from './logging/log.ts';
import type { Mailer } from './mail/mailer.ts';
import { exportParts } from './metrics/export-parts.ts';
import { exportMeasures } from './metrics/measures.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { MqttListener } from './mqtt/listener.ts';
import { startBroker } from './mqtt/start-broker.ts';
import { collectNotices } from './notice.ts';
import type { Platform } from './platform.ts';
import { loadOrCreateSecret } from './secret.ts';
import { StartError } from './start-error.ts';

export interface PlatformOptions {
  config: Config;
  log: Log;
  domains: Domain[];
  createMailer: (config: Config, database: Database, jobs: PgBoss) => Mailer;
}

export interface StartedPlatform {
  platform: Platform;
  listener: MqttListener;
  /** Stops every part, the database last. */
  stop(): Promise<void>;
}

/** Starts the parts in dependency order. If one fails, those already started are stopped again. */
export async function startPlatform({ config, log, domains, createMailer }: PlatformOptions): Promise<StartedPlatform> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
  };
  try {
    openDataFolder(config.dataDir);
    const embedded = config.databaseUrl === null ? await startOwnPostgres(config, log) : null;
    if (embedded) started.push(() => embedded.stop());

    const url = config.databaseUrl ?? embedded?.url('switchyard') ?? '';
    let closing = false;
    const database = openDatabase(
      url,
      config.databasePoolSize,
      (error) => {
        // The driver's error holds its whole connection, so only its message is logged. When our own server stops, the
        // last connections end with it.
        if (!closing) log.warn({ reason: error.message }, 'lost a database connection');
      },
      config.databaseTimeoutMs,
      config.databaseDirectUrl ?? url,
    );
    started.push(() => {
      closing = true;
      return database.close();
    });
    // The embedded server restarts by itself; an external one that is unavailable is reported immediately.
    const migrate = () => migrateDatabase(database, config.databaseTimeoutMs);
    await (embedded ? retryWhileUnavailable(migrate) : migrate()).catch((error: unknown) => {
      throw databaseError(error, database.directUrl);
    });

    const secret = config.secret ?? loadOrCreateSecret(config.dataDir);
    const open = () => openInstallation(database, domains, { secret, previous: config.previousSecret }, log);
    const installation = await (embedded ? retryWhileUnavailable(open) : open());

    // Connections need the complete platform, but the broker starts earlier.
    let access: Parameters<typeof startBroker>[2] = { rightsOf: async () => null, revoked: async () => [] };
    const { broker, listener } = await startBroker(config, log, {
      rightsOf: (credentials) => access.rightsOf(credentials),
      revoked: (usernames) => access.revoked(usernames),
    });
    started.push(() => broker.close());

    const jobs = await startJobs(database, log, config.roles.includes('worker'));
    started.push(() => stopJobs(jobs));

    const cluster = await startCluster(config, log);
    if (cluster) started.push(() => cluster.stop());

    for (const install of domains.flatMap(({ effects = [] }) => effects)) install();
    const events = eventDispatcher(
      broker,
      log,
      reactTo(domains, () => platform),
    );
    started.push(async () => events.flush());

    const platform: Platform = {
      config: cluster
        ? { ...config, localClusterPort: cluster.browserPort, kubernetesNamespace: cluster.namespace }
        : config,
      cluster,
      localUrl: `http://127.0.0.1:${config.port}`,
      log,
      database,
      broker,
      jobs,
      events,
      metrics: createMetrics(database),
      tools: toolsOf(domains),
      notices: collectNotices(domains),
      hooks: domains.flatMap((domain) => domain.hooks ?? []),
      keepsFiles: domains.flatMap((domain) => domain.keepsFiles ?? []),
      personalData: domains.flatMap((domain) => domain.personalData ?? []),
      isFileHidden: async (actor, fileId) =>
        (await firstAnswer(
          domains,
          async (domain) => (await domain.hidesFile?.(database.db, actor, fileId)) || null,
        )) ?? false,
      mailer: createMailer(config, database, jobs),
      secret,
      installation,
      resolveActor: (headers) => firstAnswer(domains, (domain) => domain.resolveActor?.(headers, platform)),
      async recordView(actor, operation, seen = {}) {
        for (const domain of domains) await domain.recordView?.(platform, actor, operation, seen);
      },
    };
    access = {
      rightsOf: (credentials) => firstAnswer(domains, (domain) => domain.topicRights?.(credentials, platform)),
      revoked: async (usernames) =>
        (await Promise.all(domains.map((domain) => domain.revokedConnections?.(usernames, platform) ?? []))).flat(),
    };
    exportMeasures(
      platform,
      domains.flatMap(({ measures = [] }) => measures),
    );
    exportParts(platform, listener);
    return { platform, listener, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws StartError */
export function openDataFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot write to ${directory} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Describes a database that cannot be used, without the password that its URL may contain. */
function databaseError(error: unknown, url: string): unknown {
  const { code, message } =
    (error as Error).cause instanceof Error
      ? ((error as Error).cause as NodeJS.ErrnoException)
      : (error as NodeJS.ErrnoException);
  const { host, pathname } = new URL(url);
  // PostgreSQL error classes that a person must fix: missing database, missing rights, wrong password.
  const refused = /^(3D000|28...|42501)$/.test(code ?? '');
  if (!refused && !isDatabaseUnavailable(error)) return error;
  return new StartError(`DATABASE_URL: the database at ${host}${pathname} cannot be used: ${message || code}`);
}

async function firstAnswer<T>(
  domains: Domain[],
  ask: (domain: Domain) => Promise<T | null> | undefined,
): Promise<T | null> {
  for (const domain of domains) {
    const answer = await ask(domain);
    if (answer) return answer;
  }
  return null;
}

/** The embedded server, with our database in it. */
export async function startOwnPostgres(config: Config, log: Log): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    directory: join(config.dataDir, 'postgres'),
    onRestart: () => log.warn('PostgreSQL had died and was started again'),
  });
  if (server.adopted) log.info('adopted the PostgreSQL that an earlier process left running');
  const admin = openDatabase(server.url(), 1, () => undefined);
  try {
    await retryWhileUnavailable(async () => {
      const { rowCount } = await admin.pool.query(`select from pg_database where datname = 'switchyard'`);
      if (rowCount === 0) await admin.pool.query('create database switchyard');
    });
  } finally {
    await admin.close();
  }
  return server;
}
