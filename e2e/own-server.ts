import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../apps/server/src/platform/free-port.ts';
import { processesWithEnvironment } from '../packages/local-cluster/src/kubelet/process-table.ts';
import { endLeftovers } from '../scripts/leftovers.mjs';
import { beginTestRun } from '../scripts/test-run.mjs';
import { whenReady } from './when-ready.ts';

/** A built server with the demo workspace and its own data, for tests that kill it. */
export interface OwnServer {
  url: string;
  /** Base URL of its local cluster's API. */
  clusterUrl: string;
  /** Process id of the server; null while it is not running. */
  pid(): number | null;
  start(): Promise<void>;
  /** Kills only the server with SIGKILL: PostgreSQL and engine processes continue, as after a crash. */
  kill(): Promise<void>;
  /** Process ids of this server's running engine processes. */
  enginePids(): number[];
  /** Kills this server's PostgreSQL with SIGKILL; its backends end with it. */
  killDatabase(): void;
  /** URL of its PostgreSQL, while it runs. */
  databaseUrl(): string;
  /** Ends everything at once, in any state, and removes the data. */
  remove(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
/**
 * Port range of each worker, below those used by anything else, so that a free port stays free until the server listens
 * on it.
 */
const PORTS_OF_WORKER = 500;
const FIRST_PORT = 12_000 + PORTS_OF_WORKER * Number(process.env.TEST_PARALLEL_INDEX ?? 0);
/**
 * Ports already used by this worker's servers: browsers would confuse a second server on the same port with the first,
 * including its cookies and open pages.
 */
const usedPorts = new Set<number>();

/** @param environment additional settings, such as `FLEET` */
export async function createOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  const [port, clusterPort] = await unusedPorts();
  // Its processes are recognised by this directory, and end with it.
  const directory = mkdtempSync(join(beginTestRun(), 'server-'));
  const url = `http://localhost:${port}`;
  let server: ChildProcess | null = null;

  return {
    url,
    clusterUrl: `http://127.0.0.1:${clusterPort}`,
    pid: () => server?.pid ?? null,
    async start() {
      server = spawn('sh', ['scripts/serve.sh'], {
        cwd: join(import.meta.dirname, '..'),
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          PORT: String(port),
          LOCAL_CLUSTER_PORT: String(clusterPort),
          DATA_DIR: join(directory, 'data'),
          TMPDIR: directory,
          LOG_LEVEL: 'warn',
          // Tests count these themselves.
          DEMO_CONTENT: 'none',
          // All tests sign in from the same address.
          SIGN_IN_LIMIT_PER_MINUTE: '1000',
          ...environment,
        },
      });
      await whenReady(server, 'the server', READY_TIMEOUT_MS);
    },
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null)
        throw new Error('the server is not running');
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    enginePids: () =>
      [`http://127.0.0.1:${port}`, url].flatMap((address) => processesWithEnvironment('SERVER_URL', address)),
    killDatabase() {
      const file = join(directory, 'data', 'postgres', 'data', 'postmaster.pid');
      const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
    },
    databaseUrl() {
      const folder = join(directory, 'data', 'postgres');
      const password = readFileSync(join(folder, 'password'), 'utf8').trim();
      const [, , , databasePort] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      return `postgres://postgres:${password}@127.0.0.1:${databasePort}/switchyard`;
    },
    async remove() {
      await endLeftovers(directory);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function unusedPorts(): Promise<[port: number, clusterPort: number]> {
  const free = await freePorts(2 + usedPorts.size, FIRST_PORT, FIRST_PORT + PORTS_OF_WORKER);
  const [port, clusterPort] = free.filter((port) => !usedPorts.has(port));
  if (port === undefined || clusterPort === undefined) throw new Error('this worker has used all its ports');
  usedPorts.add(port).add(clusterPort);
  return [port, clusterPort];
}
