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
import { keepAlive } from './kept-alive.ts';
import type { PlannedKill } from './kill-plan.ts';
import { childrenOf, killNow, processesWith, titleOf } from './processes.ts';

const root = join(import.meta.dirname, '../..');
/** A built checkout of an earlier version, or none. */
const before = process.env.BEFORE;
const READY_TIMEOUT_MS = 120_000;

/** Everything that a Switchyard consists of, as processes of this machine that can be killed one by one. */
export type SystemUnderTest = Awaited<ReturnType<typeof startSystem>>;

interface SystemOptions {
  /** Data is kept on a disk of this size of its own, where one can be mounted here. */
  diskMegabytes?: number | null;
  /** Engines reach the server through a link that can be cut. */
  hasLink?: boolean;
}

/**
 * Starts the simulated network, an outside broker, and the built server as `npm start` runs it, on its embedded
 * PostgreSQL and local cluster. The server and the broker are started again when they end; PostgreSQL and the engines
 * are the server's own to bring back. The network is the judge: it is never killed, and nothing else writes to its
 * folder.
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

  const network = keepAlive(process.execPath, [join(root, 'packages/whatsapp-simulator/src/main.ts')], {
    stdio: ['ignore', 'ignore', logOf('network')],
    env: { ...process.env, PORT: String(networkPort), DATA_DIR: join(directory, 'network') },
  });
  const brokerSettings = join(directory, 'broker.conf');
  writeFileSync(brokerSettings, `listener ${brokerPort} 127.0.0.1\nallow_anonymous true\n`);
  const broker = keepAlive('mosquitto', ['-c', brokerSettings], {
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
      // The limit is for strangers; fifty engines that come back at once are what is measured.
      RATE_LIMIT_PER_MINUTE: '0',
    },
  };
  const server = keepAlive('sh', ['scripts/serve.sh'], serving);

  const postmaster = () => findPostmaster(join(dataDir, 'postgres', 'data'));
  const enginePid = (engineId: string) => processesWith(`ENGINE_ID=${engineId}`)[0] ?? null;

  /** Kills what a plan says, as soon as it lives. @returns when it was dead, and which engine it was. */
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
    /** Null: none was asked for. */
    link,
    /** Null: none was asked for, or none can be mounted here. */
    disk,
    postmaster,
    kill,
    enginePid,
    /**
     * Ends the server; from now on it is this version's. Engines go on as they are: on Kubernetes they are nobody's
     * children, here they outlive a server that is killed (one that ends by itself takes the pods of its own cluster
     * along).
     */
    async update(): Promise<void> {
      serving.cwd = root;
      const starts = server.starts();
      const pid = server.pid();
      if (pid !== null) killNow(pid);
      await until(() => server.starts() > starts && answers(`${url}/health`), 'the updated server');
    },
    /** Resolves when the network and the server answer. */
    async untilUp(): Promise<void> {
      await until(() => answers(`${networkUrl}/simulator/deliveries`), 'the simulated network');
      await until(() => answers(`${url}/health`), 'the server');
    },
    /** Asks the database over a connection of its own, again and again while it is away. */
    query: <Row extends object>(text: string, values: unknown[] = []) =>
      retryWhileUnavailable<Row>(join(dataDir, 'postgres'), text, values),
    /** Works on the database over a connection of its own, as it is this moment. */
    withDb: <Result>(work: (db: Db) => Promise<Result>) =>
      once(join(dataDir, 'postgres'), (database) => work(database.db)),
    /** @param keep leave the folder with its logs and data */
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

/** A disk that can be filled. @returns null where this process may mount none */
function mountDisk(directory: string, megabytes: number) {
  const filler = join(directory, 'filler');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return {
    /** Takes what space there is. */
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
    makeRoom: () => rmSync(filler, { force: true }),
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

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
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
      return await once(directory, async ({ pool }) => (await pool.query<Row>(text, values)).rows);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() - began > READY_TIMEOUT_MS) throw error;
      await delay(250);
    }
  }
}

async function once<Result>(directory: string, work: (database: Database) => Promise<Result>): Promise<Result> {
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
