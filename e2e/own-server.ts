import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../apps/server/src/platform/free-port.ts';
import { processesWithEnvironment } from '../packages/local-cluster/src/kubelet/process-table.ts';
import { endLeftovers } from '../scripts/leftovers.mjs';
import { beginTestRun } from '../scripts/test-run.mjs';
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
  /** Of its PostgreSQL, as long as it runs. */
  databaseUrl(): string;
  /** Ends everything at once, whatever state it is in, and removes the data. */
  remove(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
/**
 * Each worker's own, below those that anything else looks among: what was found free stays so for the seconds until the
 * server listens on it.
 */
const PORTS_OF_WORKER = 500;
const FIRST_PORT = 12_000 + PORTS_OF_WORKER * Number(process.env.TEST_PARALLEL_INDEX ?? 0);
/**
 * What this worker's servers have listened on: to a browser the next one on such a port would be the one before, with
 * its cookies and open pages.
 */
const usedPorts = new Set<number>();

/** @param environment settings over the usual ones, such as `FLEET` */
export async function createOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  const [port, clusterPort] = await unusedPorts();
  // What it starts is known by this directory, and ends with it.
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
          // What tests count is theirs.
          DEMO_CONTENT: 'none',
          // Every test signs in from the same address.
          SIGN_IN_LIMIT_PER_MINUTE: '1000',
          ...environment,
        },
      });
      await whenReady(server, 'the server', READY_TIMEOUT_MS);
    },
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) throw new Error('the server does not run');
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
  const [port, clusterPort] = free.filter((one) => !usedPorts.has(one));
  if (port === undefined || clusterPort === undefined) throw new Error('this worker has had all its ports');
  usedPorts.add(port).add(clusterPort);
  return [port, clusterPort];
}
