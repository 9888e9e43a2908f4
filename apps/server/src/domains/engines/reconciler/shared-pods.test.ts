import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, startLocalCluster } from '@switchyard/local-cluster';
import type { Pod } from '@switchyard/local-cluster/objects';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { leadWhenFree } from '../../../platform/database/lead.ts';
import type { Running } from '../../../platform/domain.ts';
import { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { tokenConnection } from '../../../platform/kubernetes/connection.ts';
import type { Cluster } from '../../../platform/kubernetes/start-cluster.ts';
import { createLog } from '../../../platform/logging/log.ts';
import type { Broker } from '../../../platform/mqtt/broker.ts';
import { restartEngine, stopEngine } from '../change-engine.ts';
import { readHostToken } from '../engine-token.ts';
import { Reconciler } from './reconciler.ts';

const NAMESPACE = 'engines';
const SECRET = 'a secret of at least thirty-two characters';
const WAIT = { timeout: 20_000, interval: 20 };
const log = createLog('silent');

let database: Database;
let drop: () => Promise<void>;
let directory: string;
let local: LocalCluster;
let cluster: Cluster;
let lanes: LaneFixture[];
let pokes: string[];
const running: Running[] = [];

beforeEach(async () => {
  ({ database, drop } = await createTestDatabase());
  directory = mkdtempSync(join(tmpdir(), 'shared-pods-test-'));
  local = await startLocalCluster({
    port: 0,
    directory,
    allowedOrigins: [],
    namespaces: [NAMESPACE],
    images: { engine: { command: ['/bin/sh', '-c', 'exec sleep 600'] } },
  });
  const client = new KubernetesClient(tokenConnection(local.url, () => local.token, NAMESPACE));
  cluster = { client, namespace: NAMESPACE, browserPort: 0, fleet: null, stop: async () => undefined };
  [lanes, pokes] = [[], []];
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await local.stop(0);
  await drop();
  rmSync(directory, { recursive: true, force: true });
});

function startReconciler(enginesPerPod: number): Running {
  const settings = {
    installation: 'this-installation',
    image: 'engine',
    version: '1.2.3',
    environment: { SERVER_URL: 'http://server', MQTT_URL: 'mqtt://broker' },
    profilesDirectory: join(directory, 'profiles'),
    inContainers: false,
    enginesPerPod,
  };
  const live = { toWorkspace: () => undefined, toUser: () => undefined };
  const broker = { publish: (topic: string) => void pokes.push(topic) } as unknown as Broker;
  const started = leadWhenFree({
    databaseUrl: database.url,
    lock: 42,
    name: 'reconciler',
    log,
    channels: ['engines_changed'],
    async lead(notified) {
      const reconciler = new Reconciler({ database, log, live, broker, secret: SECRET }, cluster, settings).start();
      notified((_channel, engineId) => reconciler.poke(engineId));
      return reconciler;
    },
  });
  running.push(started);
  return started;
}

/** @param driver another than the simulator's only before the reconciler is there: the driver of an engine never changes */
async function addEngine(driver = 'simulator'): Promise<LaneFixture> {
  const lane = await createLaneFixture(database);
  if (driver !== 'simulator')
    await database.pool.query('update engines set driver = $2 where id = $1', [lane.engineId, driver]);
  lanes.push(lane);
  return lane;
}

async function pods(): Promise<Pod[]> {
  const found: Pod[] = [];
  await cluster.client.list<Pod>(cluster.client.path('pods', NAMESPACE), {}, (pod) => found.push(pod));
  return found;
}

/** The pod of each engine, in the order they were added, once all are placed and every pod named runs. */
async function places(holds: (names: (string | null)[]) => boolean = () => true): Promise<string[]> {
  return vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ pod_name: string | null }>(
      `select pod_name from engines join unnest($1::uuid[]) with ordinality as asked (id, place) using (id) where desired = 'running' order by place`,
      [lanes.map((lane) => lane.engineId)],
    );
    const names = rows.map((row) => row.pod_name);
    const running = (await pods()).filter((pod) => pod.status.containerStatuses?.[0]?.state?.running);
    const isThere = names.every((name) => running.some((pod) => pod.metadata.name === name));
    if (!isThere || !holds(names)) throw new Error(`not yet: ${names.join(', ')}`);
    return names as string[];
  }, WAIT);
}

const key = ({ engineId, workspaceId }: LaneFixture) => ({ engineId, workspaceId });
const uidOf = async (name: string | undefined) =>
  (await pods()).find((pod) => pod.metadata.name === name)?.metadata.uid;

test('fills pods with engines of one driver, with a token that names the pod; a browser has a pod of its own', async () => {
  for (let at = 0; at < 3; at += 1) await addEngine();
  await addEngine('baileys');
  const browser = await addEngine('wa-js');
  startReconciler(2);
  const names = await places();
  const sizes = [...Map.groupBy(names, (name) => name).values()].map((group) => group.length).sort();
  expect(sizes).toEqual([1, 1, 1, 2]);
  expect(names[3]).toMatch(/^engines-baileys-/);
  expect(names[4]).toBe(`engine-${browser.engineId}-0`);
  expect(await pods()).toHaveLength(4);

  const pod = (await pods()).find((one) => one.metadata.name === names[0]);
  const given = Object.fromEntries(pod?.spec.containers[0]?.env?.map((one) => [one.name, one]) ?? []);
  expect(given.POD_NAME).toMatchObject({ value: names[0] });
  expect(given).not.toHaveProperty('ENGINE_TOKEN');
  const { secretKeyRef } = (given.HOST_TOKEN as { valueFrom: { secretKeyRef: { name: string } } }).valueFrom;
  const secret = await cluster.client.get<{ data: { token: string } }>(
    `${cluster.client.path('secrets', NAMESPACE)}/${secretKeyRef.name}`,
  );
  expect(readHostToken(SECRET, Buffer.from(secret.data.token, 'base64').toString())).toBe(names[0]);
});

test('restart and stop of one do not move or end its neighbours; the free place is taken by the next', async () => {
  const [first, second] = [await addEngine(), await addEngine()];
  startReconciler(2);
  const [podName] = await places();
  const uid = await uidOf(podName);
  await second.lease(podName);

  await database.pool.query(`update engines set status = 'connected' where id = $1`, [first.engineId]);
  pokes = [];
  await restartEngine(database.db, key(first));
  await vi.waitFor(() => expect(pokes).toContain(`host/${podName}/poke`), WAIT);
  expect(await places()).toEqual([podName, podName]);

  await first.lease(podName);
  await stopEngine(database.db, key(first));
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      'select pod_name, holder from engines join engine_lanes on engine_id = id where id = any ($1) order by holder nulls first',
      [[first.engineId, second.engineId]],
    );
    expect(rows).toEqual([
      { pod_name: null, holder: null },
      { pod_name: podName, holder: podName },
    ]);
  }, WAIT);

  await addEngine();
  expect(await places()).toEqual([podName, podName]);
  expect(await uidOf(podName)).toBe(uid);
});

test('the death of a pod brings all its engines back together, and frees what its processes held', async () => {
  const [first, second] = [await addEngine(), await addEngine()];
  startReconciler(4);
  const [podName = ''] = await places();
  for (const lane of [first, second]) await lane.lease(podName);
  await cluster.client.delete(cluster.client.path('pods', NAMESPACE, podName), { gracePeriodSeconds: 0 });
  const [moved, other] = await places((names) => !names.includes(podName));
  expect(other).toBe(moved);
  const { rows } = await database.pool.query(
    'select holder, token_version from engine_lanes join engines on id = engine_id',
  );
  expect(rows).toEqual([
    { holder: null, token_version: 1 },
    { holder: null, token_version: 1 },
  ]);
  expect(await pods()).toHaveLength(1);
});

test('when sharing is switched off each engine moves to a pod of its own, and back again when it is switched on', async () => {
  for (let at = 0; at < 2; at += 1) await addEngine();
  const shared = startReconciler(2);
  await places();
  await shared.stop();
  const alone = startReconciler(1);
  const own = lanes.map((lane) => `engine-${lane.engineId}-0`);
  await places((names) => names.every((name, at) => name === own[at]));
  await alone.stop();
  startReconciler(2);
  await places((names) => names[0] === names[1]);
});
