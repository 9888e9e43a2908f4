import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';

const root = join(import.meta.dirname, '../..');
export const SECRET = 'a secret of the benchmark, of sufficient length';

/** Starts a real PostgreSQL with production settings in its own folder. */
export async function startDatabaseServer() {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  const server = await startEmbeddedPostgres({ directory });
  return {
    /** Creates and opens a migrated database. */
    async createDatabase(name: string, poolSize: number) {
      const admin = openDatabase(server.url(), 1, () => undefined);
      await admin.pool.query(`create database ${name}`);
      await admin.close();
      const database = openDatabase(server.url(name), poolSize, () => undefined);
      await migrateDatabase(database);
      return database;
    },
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the built server as a process, like `npm start` with its V8 options, on an existing database.
 * @param environment overrides the benchmark's environment variables
 * @param checkout whose server to start
 */
export async function startServerProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
  checkout = root,
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  const child = spawn('sh', [join(checkout, 'scripts/serve.sh')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET,
      DEMO: 'false',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      LOCAL_CLUSTER_PORT: '0',
      CLUSTER: 'none',
      LOG_LEVEL: 'error',
      // The limit is meant for strangers; this measures a hundred engines catching up as fast as they can.
      RATE_LIMIT_PER_MINUTE: '0',
      ...environment,
    },
  });
  const ready = await firstLine(child, /is ready at (\S+)/);
  return {
    url: (ready[1] ?? '').replace('localhost', '127.0.0.1'),
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for a line of a process's output. Rejects if the process ends first. */
export function firstLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { stdout } = child;
  if (!stdout) return Promise.reject(new Error('the process has no output to read'));
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += String(chunk);
      for (const line of output.split('\n').slice(0, -1)) {
        const found = pattern.exec(line);
        if (!found) continue;
        stdout.off('data', read);
        resolve(found);
        return;
      }
    };
    stdout.on('data', read);
    child.once('exit', () => reject(new Error(`the process ended without printing ${pattern}`)));
  });
}
