import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { act, memberOf } from '../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { accountsDomain } from '../accounts/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { presenceOf } from './engine-presence.ts';
import { presentEngine } from './engines.present.ts';
import { findEngine } from './engines.queries.ts';
import { enginesDomain } from './index.ts';
import { restartEngine } from './restart-engine.ts';
import { stopEngine } from './stop-engine.ts';

/** Engine processes of the local cluster start, connect and end within this time. */
const WAIT = { timeout: 60_000, interval: 20 };

let network: SimulatedNetwork;
let simulator: Awaited<ReturnType<typeof listen>>;
let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  network = new SimulatedNetwork({ directory: null });
  simulator = await listen(network, { port: 0 });
  server = await startTestServer({
    domains: [accountsDomain, enginesDomain, messagesDomain],
    config: { cluster: 'local', localClusterPort: 0, roles: ['api', 'worker'], simulatorUrl: simulator.url },
  });
});
afterAll(async () => {
  await server.stop();
  await simulator.close();
  network.close();
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  // As if it had been linked earlier.
  await server.database.pool.query('update engines set phone_number = $1 where id = $2', [
    `+4477009${lane.engineId.replaceAll(/\D/g, '').slice(-5)}`,
    lane.engineId,
  ]);
  await vi.waitFor(async () => expect(await shownStatus()).toBe('connected'), WAIT);
});

async function shownStatus(): Promise<string> {
  const row = await findEngine(server.database.db, lane);
  if (!row) throw new Error('the engine is gone');
  return presentEngine(row, presenceOf(server.platform, row.id), memberOf(lane)).status;
}

async function leaseGeneration(): Promise<number> {
  const row = await findEngine(server.database.db, lane);
  return row?.leaseGeneration ?? 0;
}

/**
 * Polls the engine continuously, like a page that is notified of every change, until `ends`.
 * @returns every status it showed, without consecutive repeats
 */
async function watch(ends: (seen: string[]) => boolean | Promise<boolean>): Promise<string[]> {
  const seen: string[] = [];
  await vi.waitFor(
    async () => {
      const status = await shownStatus();
      if (status !== seen.at(-1)) seen.push(status);
      expect(await ends(seen), seen.join(' > ')).toBe(true);
    },
    { ...WAIT, interval: 2 },
  );
  return seen;
}

const reconnects = (seen: string[]) => seen.length > 1 && seen.at(-1) === 'connected';

test('after the click a restarted engine is starting until its new process reports; a second click is refused', async () => {
  const generation = await leaseGeneration();
  const restart = () => act(server.database.db, lane, restartEngine, { id: lane.engineId });
  await restart();
  const answers = new Set<string>();
  const seen = await watch(async (states) => {
    // Before the new process is up, nothing may be shown that would allow another restart.
    if ((await leaseGeneration()) === generation)
      answers.add(
        await restart().then(
          () => 'accepted',
          ({ code }) => code,
        ),
      );
    return states.at(-1) === 'connected';
  });
  expect([...answers]).toEqual(['ALREADY_STARTING']);
  expect(seen[0]).toBe('initializing');
  expect(seen).not.toContain('disconnected');
  expect(seen.slice(0, -1)).not.toContain('connected');
  const { rows } = await server.database.pool.query('select pod_revision from engines where id = $1', [lane.engineId]);
  expect(rows).toEqual([{ pod_revision: 1 }]);
}, 120_000);

test('a killed process is not shown as connected again before the next one is', async () => {
  const pid = enginePid();
  process.kill(pid, 'SIGKILL');
  const seen = await watch(reconnects);
  // The dead process's last status must not be shown for the new one at any point.
  expect(seen.slice(seen[0] === 'connected' ? 1 : 0, -1)).not.toContain('connected');
  expect(enginePid()).not.toBe(pid);
}, 120_000);

test('late reports of a stopped engine do not restart it', async () => {
  await act(server.database.db, lane, stopEngine, { id: lane.engineId });
  const seen = await watch(() => pods().every(({ engineId }) => engineId !== lane.engineId));
  expect(seen).toEqual(['disconnected']);
}, 120_000);

/** Pods of the local cluster, from its records on disk. */
function pods(): { engineId: string | undefined; pid: number | undefined }[] {
  const directory = join(server.platform.config.dataDir, 'cluster', 'pods');
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((uid) => {
    const path = join(directory, uid, 'pod.json');
    if (!existsSync(path)) return [];
    const { pod, containers } = JSON.parse(readFileSync(path, 'utf8')) as PodRecord;
    const engineId = pod.metadata.labels?.['app.kubernetes.io/instance'];
    return [{ engineId, pid: containers.engine?.process?.pid }];
  });
}

function enginePid(): number {
  const pid = pods().find(({ engineId }) => engineId === lane.engineId)?.pid;
  if (pid === undefined) throw new Error('the engine has no process');
  return pid;
}

interface PodRecord {
  pod: { metadata: { labels?: Record<string, string> } };
  containers: Record<string, { process: { pid: number } | null } | undefined>;
}
