import { execFileSync, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type Db, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { isDatabaseUnavailable } from '../../apps/server/src/platform/database/is-database-unavailable.ts';
import { findPostmaster } from '../../apps/server/src/platform/database/postmaster.ts';
import { freePorts } from '../../apps/server/src/platform/free-port.ts';
import { startStallingProxy } from '../../apps/server/test/stalling-proxy.ts';
import type { PlannedKill } from './kill-plan.ts';
import { childrenOf, killNow, processesWith, titleOf } from './processes.ts';
import { supervise } from './supervise.ts';

const root = join(import.meta.dirname, '../..');
/** A built checkout of an earlier version, if any. */
const before = process.env.BEFORE;
const READY_TIMEOUT_MS = 120_000;

/** All parts of a Switchyard installation, as processes of this machine that can be killed individually. */
export type SystemUnderTest = Awaited<ReturnType<typeof startSystem>>;

interface SystemOptions {
  /** Stores the data on a separate disk of this size, if one can be mounted here. */
  diskMegabytes?: number | null;
  /** Routes engines to the server through a link that can be cut. */
  hasLink?: boolean;
}

/**
 * Starts the simulated network, an external broker, and the built server like `npm start`, with its embedded PostgreSQL
 * and local cluster. The server and the broker are restarted when they end; PostgreSQL and the engines must be
 * restarted by the server. The network is the reference: it is never killed, and nothing else writes to its folder.
 */
export async function startSystem({ diskMegabytes = null, hasLink = false }: SystemOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-kill-'));
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  const disk = diskMegabytes === null ? null : mountDisk(dataDir, diskMegabytes);
  const [port = 0, mqttPort = 0, clusterPort = 0, brokerPort = 0, networkPort = 0] = await freePorts(5);
  const url = `http://127.0.0.1:${port}`;
  const networkUrl = `http://127.0.0.1:${networkPort}`;
  const logOf = (name: string) => openSync(join(directory, `${name}.log`), 'a');

  const network = supervise(process.execPath, [join(root, 'packages/whatsapp-simulator/src/main.ts')], {
    stdio: ['ignore', 'ignore', logOf('network')],
    env: { ...process.env, PORT: String(networkPort), DATA_DIR: join(directory, 'network') },
  });
  const brokerSettings = join(directory, 'broker.conf');
  writeFileSync(brokerSettings, `listener ${brokerPort} 127.0.0.1\nallow_anonymous true\n`);
  const broker = supervise('mosquitto', ['-c', brokerSettings], {
    stdio: ['ignore', logOf('broker'), logOf('broker')],
  });

  const link = hasLink ? await startStallingProxy(url) : null;
  const engineUrl = link?.url.replace(/\/$/, '') ?? url;
  const serving: SpawnOptions = {
    cwd: before ?? root,
    stdio: ['ignore', logOf('server'), logOf('server')],
    env: {
      ...process.env,
      DEMO: 'false',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      MQTT_URL: `mqtt://127.0.0.1:${brokerPort}`,
      MQTT_PORT: String(mqttPort),
      LOCAL_CLUSTER_PORT: String(clusterPort),
      SIMULATOR_URL: networkUrl,
      LOG_LEVEL: 'info',
      ...(link && { ENGINE_SERVER_URL: engineUrl }),
      // The limit is meant for strangers; this measures fifty engines reconnecting at once.
      RATE_LIMIT_PER_MINUTE: '0',
    },
  };
  const server = supervise('sh', ['scripts/serve.sh'], serving);

  const postmaster = () => findPostmaster(join(dataDir, 'postgres', 'data'));
  const enginePid = (engineId: string) => processesWith(`ENGINE_ID=${engineId}`)[0] ?? null;

  /** Kills a planned victim as soon as it runs. @returns when it was dead, and which engine it was */
  async function kill(
    { victim, draw }: PlannedKill,
    engineIds: string[],
  ): Promise<{ atMs: number; engineId?: string }> {
    const engineId = engineIds[Math.floor(draw * engineIds.length)] ?? '';
    const targets = (): number[] => {
      if (victim === 'engine') return present(enginePid(engineId));
      if (victim === 'server') return present(server.pid());
      if (victim === 'broker') return present(broker.pid());
      const main = postmaster()?.pid;
      if (main === undefined) return [];
      const children = childrenOf(main);
      if (victim === 'postgres') return [main, ...children];
      const backends = children.filter((pid) => titleOf(pid).includes('switchyard'));
      return present(backends[Math.floor(draw * backends.length)] ?? null);
    };
    const began = performance.now();
    for (;;) {
      const [first, ...others] = targets();
      if (first !== undefined && killNow(first)) {
        for (const pid of others) killNow(pid);
        return { atMs: Date.now(), ...(victim === 'engine' && { engineId }) };
      }
      if (performance.now() - began > READY_TIMEOUT_MS) throw new Error(`the ${victim} did not come back to be killed`);
      await delay(50);
    }
  }

  return {
    directory,
    url,
    networkUrl,
    server,
    broker,
    /** Null if not requested. */
    link,
    /** Null if not requested, or if none can be mounted here. */
    disk,
    postmaster,
    kill,
    enginePid,
    /**
     * Replaces the server with this version. Engines continue: on Kubernetes they are independent processes, and here
     * they survive a server that is killed (one that exits normally takes the pods of its own cluster along).
     */
    async update(): Promise<void> {
      serving.cwd = root;
      const starts = server.starts();
      const pid = server.pid();
      if (pid !== null) killNow(pid);
      await until(() => server.starts() > starts && answers(`${url}/health`), 'the updated server');
    },
    /** Resolves when the network and the server respond. */
    async untilUp(): Promise<void> {
      await until(() => answers(`${networkUrl}/simulator/deliveries`), 'the simulated network');
      await until(() => answers(`${url}/health`), 'the server');
    },
    /** Queries the database over a separate connection, retrying while it is unavailable. */
    query: <Row extends object>(text: string, values: unknown[] = []) =>
      retryWhileUnavailable<Row>(join(dataDir, 'postgres'), text, values),
    /** Uses the database over a separate connection, without retries. */
    withDb: <Result>(work: (db: Db) => Promise<Result>) =>
      withDatabase(join(dataDir, 'postgres'), (database) => work(database.db)),
    /** @param keep keep the folder with its logs and data */
    async end(keep: boolean): Promise<void> {
      await server.end();
      const left = postmaster()?.pid;
      if (left !== undefined) for (const pid of [left, ...childrenOf(left)]) killNow(pid);
      for (const pid of processesWith(`SERVER_URL=${engineUrl}`)) killNow(pid);
      await broker.end();
      await network.end();
      await link?.stop();
      disk?.unmount();
      if (!keep) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Mounts a disk that can be filled. @returns null if this process may not mount one */
function mountDisk(directory: string, megabytes: number) {
  const filler = join(directory, 'filler');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return {
    /** Fills the remaining space. */
    fill(): void {
      const file = openSync(filler, 'w');
      const block = Buffer.alloc(65_536);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', ['--lazy', directory]),
  };
}

const present = (pid: number | null) => (pid === null ? [] : [pid]);

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

async function until(isReady: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const began = performance.now();
  while (!(await isReady())) {
    if (performance.now() - began > READY_TIMEOUT_MS) throw new Error(`${what} did not come up`);
    await delay(50);
  }
}

async function retryWhileUnavailable<Row extends object>(
  directory: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const began = performance.now();
  for (;;) {
    try {
      return await withDatabase(directory, async ({ pool }) => (await pool.query<Row>(text, values)).rows);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() - began > READY_TIMEOUT_MS) throw error;
      await delay(250);
    }
  }
}

async function withDatabase<Result>(directory: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const found = findPostmaster(join(directory, 'data'));
  const password = readFileSync(join(directory, 'password'), 'utf8').trim();
  const address = `postgres://postgres:${password}@127.0.0.1:${found?.port ?? 0}/switchyard`;
  const database = openDatabase(address, 1, () => undefined);
  try {
    return await work(database);
  } finally {
    await database.close().catch(() => undefined);
  }
}
