import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { act } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { isRunning, NAMESPACE, ReconcilerRig, SECRET } from '../../../../test/reconciler-rig.ts';
import { readHostToken } from '../engine-token.ts';
import { restartEngine } from '../restart-engine.ts';
import { stopEngine } from '../stop-engine.ts';

const WAIT = { timeout: 20_000, interval: 20 };

let rig: ReconcilerRig;
let database: ReconcilerRig['database'];
let lanes: LaneFixture[];
beforeEach(async () => {
  rig = await ReconcilerRig.start('exec sleep 600');
  database = rig.database;
  lanes = [];
});
afterEach(() => rig.stop());

const startReconciler = (enginesPerPod: number) => rig.startReconciler({ enginesPerPod });

/** @param driver other than the simulator's only before the reconciler starts: an engine's driver never changes */
async function addEngine(driver = 'simulator'): Promise<LaneFixture> {
  const lane = await createLaneFixture(database);
  if (driver !== 'simulator')
    await database.pool.query('update engines set driver = $2 where id = $1', [lane.engineId, driver]);
  lanes.push(lane);
  return lane;
}

/** The pod of each engine, in the order they were added, once all are placed and every named pod runs. */
async function podNames(holds: (names: (string | null)[]) => boolean = () => true): Promise<string[]> {
  return vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ pod_name: string | null }>(
      `select pod_name from engines join unnest($1::uuid[]) with ordinality as asked (id, place) using (id) where desired = 'running' order by place`,
      [lanes.map((lane) => lane.engineId)],
    );
    const names = rows.map((row) => row.pod_name);
    const running = (await rig.pods()).filter(isRunning);
    const isThere = names.every((name) => running.some((pod) => pod.metadata.name === name));
    if (!isThere || !holds(names)) throw new Error(`not yet: ${names.join(', ')}`);
    return names as string[];
  }, WAIT);
}

const uidOf = async (name: string | undefined) =>
  (await rig.pods()).find((pod) => pod.metadata.name === name)?.metadata.uid;

test('fills pods with engines of one driver, with a token that names the pod; a browser has its own pod', async () => {
  for (let at = 0; at < 3; at += 1) await addEngine();
  await addEngine('baileys');
  const browser = await addEngine('wa-js');
  startReconciler(2);
  const names = await podNames();
  const sizes = [...Map.groupBy(names, (name) => name).values()].map((group) => group.length).sort();
  expect(sizes).toEqual([1, 1, 1, 2]);
  expect(names[3]).toMatch(/^engines-baileys-/);
  expect(names[4]).toBe(`engine-${browser.engineId}-0`);
  expect(await rig.pods()).toHaveLength(4);

  const pod = (await rig.pods()).find((candidate) => candidate.metadata.name === names[0]);
  const environment = Object.fromEntries(
    pod?.spec.containers[0]?.env?.map((variable) => [variable.name, variable]) ?? [],
  );
  expect(environment.POD_NAME).toMatchObject({ value: names[0] });
  expect(environment).not.toHaveProperty('ENGINE_TOKEN');
  const { secretKeyRef } = (environment.HOST_TOKEN as { valueFrom: { secretKeyRef: { name: string } } }).valueFrom;
  const secret = await rig.client.get<{ data: { token: string } }>(
    `${rig.client.path('secrets', NAMESPACE)}/${secretKeyRef.name}`,
  );
  expect(readHostToken(SECRET, Buffer.from(secret.data.token, 'base64').toString())).toBe(names[0]);
});

test('restarting or stopping one does not move or end its neighbours; the next engine takes the free place', async () => {
  const [first, second] = [await addEngine(), await addEngine()];
  startReconciler(2);
  const [podName] = await podNames();
  const uid = await uidOf(podName);
  await second.lease(podName);

  await database.pool.query(`update engines set status = 'connected' where id = $1`, [first.engineId]);
  rig.published.length = 0;
  await act(database.db, first, restartEngine, { id: first.engineId });
  await vi.waitFor(() => expect(rig.published).toContain(`host/${podName}/poke`), WAIT);
  expect(await podNames()).toEqual([podName, podName]);

  await first.lease(podName);
  await act(database.db, first, stopEngine, { id: first.engineId });
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
  expect(await podNames()).toEqual([podName, podName]);
  expect(await uidOf(podName)).toBe(uid);
});

test('after a pod dies all its engines return together, and what its processes held is freed', async () => {
  const [first, second] = [await addEngine(), await addEngine()];
  startReconciler(4);
  const [podName = ''] = await podNames();
  for (const lane of [first, second]) await lane.lease(podName);
  await rig.deletePod(podName, 0);
  const [moved, other] = await podNames((names) => !names.includes(podName));
  expect(other).toBe(moved);
  const { rows } = await database.pool.query(
    'select holder, token_version from engine_lanes join engines on id = engine_id',
  );
  expect(rows).toEqual([
    { holder: null, token_version: 1 },
    { holder: null, token_version: 1 },
  ]);
  expect(await rig.pods()).toHaveLength(1);
});

test('switching sharing off moves each engine to its own pod, and back when it is switched on', async () => {
  for (let at = 0; at < 2; at += 1) await addEngine();
  const shared = startReconciler(2);
  await podNames();
  await shared.stop();
  const alone = startReconciler(1);
  const own = lanes.map((lane) => `engine-${lane.engineId}-0`);
  await podNames((names) => names.every((name, at) => name === own[at]));
  await alone.stop();
  startReconciler(2);
  await podNames((names) => names[0] === names[1]);
});
