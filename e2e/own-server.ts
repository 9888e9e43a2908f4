import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../apps/server/src/platform/free-port.ts';
import { whenReady } from './when-ready.ts';

/** A built server with the demo workspace and data of its own, for tests that kill it. */
export interface OwnServer {
  url: string;
  /** Base URL of its local cluster's API. */
  clusterUrl: string;
  /** Process id of the server; null while it does not run. */
  pid(): number | null;
  start(): Promise<void>;
  /** SIGKILL to the server alone: its PostgreSQL and its engine processes live on, as after a crash. */
  kill(): Promise<void>;
  /** Process ids of this server's engine processes that live now. */
  enginePids(): number[];
  /** SIGKILL to this server's PostgreSQL; its backends end with it. */
  killDatabase(): void;
  /** Ends everything and removes the data. */
  remove(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;

/** @param environment settings over the usual ones, such as `FLEET` */
export async function createOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  const [port, clusterPort] = await freePorts(2);
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-own-'));
  const url = `http://localhost:${port}`;
  let server: ChildProcess | null = null;

  const ended = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });

  async function start(): Promise<void> {
    const child = spawn('sh', ['scripts/serve.sh'], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        LOCAL_CLUSTER_PORT: String(clusterPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        SIGN_IN_LIMIT_PER_MINUTE: '1000',
        ...environment,
      },
    });
    server = child;
    await whenReady(child, 'the server', READY_TIMEOUT_MS);
  }

  return {
    url,
    clusterUrl: `http://127.0.0.1:${clusterPort}`,
    pid: () => server?.pid ?? null,
    start,
    async kill() {
      if (!server) throw new Error('the server does not run');
      const child = server;
      child.kill('SIGKILL');
      await ended(child);
    },
    enginePids: () => processesWith(`SERVER_URL=http://127.0.0.1:${port}`, `SERVER_URL=${url}`),
    killDatabase() {
      const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
      const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
    },
    async remove() {
      if (server) {
        server.kill('SIGTERM');
        await ended(server);
      }
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Ids of the processes whose environment holds one of the entries. */
function processesWith(...entries: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        return entries.some((entry) => environment.includes(entry));
      } catch {
        return false; // ended meanwhile, or another user's
      }
    })
    .map(Number);
}
