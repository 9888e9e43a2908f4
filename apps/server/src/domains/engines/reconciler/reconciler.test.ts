import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node, Pod } from '@switchyard/kubernetes/objects';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { act } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { isRunning, NAMESPACE, ReconcilerRig } from '../../../../test/reconciler-rig.ts';
import { removeEngineSession } from '../remove-engine-session.ts';
import { restartEngine } from '../restart-engine.ts';
import { stopEngine } from '../stop-engine.ts';
import { enginePod, enginePodName, enginePodSecret } from './engine-pod.ts';
import { readDesiredEngine } from './engine-rows.ts';

const WAIT = { timeout: 15_000, interval: 20 };
const NODE_PATIENCE_MS = 300;
/** An engine that prints its environment. */
const SCRIPT = 'echo "$ENGINE_ID $ENGINE_TOKEN $POD_NAME $SERVER_URL"; exec sleep 600';

let rig: ReconcilerRig;
let database: ReconcilerRig['database'];
let lane: LaneFixture;
beforeEach(async () => {
  rig = await ReconcilerRig.start(SCRIPT);
  database = rig.database;
  lane = await createLaneFixture(database);
});
afterEach(() => rig.stop());

/** The engine's only pod, once it runs and satisfies `holds`. */
async function runningPod(holds: (pod: Pod) => boolean = () => true): Promise<Pod> {
  return vi.waitFor(async () => {
    const [pod, ...more] = await rig.pods();
    if (!pod || more.length > 0 || !isRunning(pod) || !holds(pod))
      throw new Error(`not yet: ${JSON.stringify(pod?.status)}`);
    return pod;
  }, WAIT);
}

async function engineRow() {
  const { rows } = await database.pool.query(
    'select status, token_version, pod_name, pod_revision from engines where id = $1',
    [lane.engineId],
  );
  return rows[0] as { status: string; pod_name: string | null; pod_revision: number };
}

async function events(): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select event from session_events where engine_id = $1 order by from_date_time, id',
    [lane.engineId],
  );
  return rows.map((row) => row.event);
}

// The cluster reports a pod before the reconciler receives its own answer and saves it.
const seesRow = (row: { status: string; pod_name?: string | null; token_version?: number }) =>
  vi.waitFor(async () => expect(await engineRow()).toMatchObject(row), WAIT);
const seesEvents = (...expected: string[]) => vi.waitFor(async () => expect(await events()).toEqual(expected), WAIT);
const timesMade = async () => (await events()).filter((event) => event === 'session_created').length;

const change = (assignment: string) =>
  database.pool.query(`update engines set ${assignment} where id = $1`, [lane.engineId]);

test('creates an engine’s pod with its environment and its token from a secret', async () => {
  rig.startReconciler();
  const pod = await runningPod();
  expect(pod.metadata.name).toBe(enginePodName({ id: lane.engineId, podRevision: 0 }));
  expect(pod.metadata.labels).toMatchObject({
    'app.kubernetes.io/name': 'switchyard-engine',
    'app.kubernetes.io/instance': lane.engineId,
    'app.kubernetes.io/version': '1.2.3',
  });
  expect(JSON.stringify(pod)).not.toContain(`engine.${lane.engineId}`);
  const line = await vi.waitFor(async () => {
    const answer = await fetch(`${rig.local.url}/api/v1/namespaces/${NAMESPACE}/pods/${pod.metadata.name}/log`);
    const text = await answer.text();
    if (!text.includes('\n')) throw new Error('nothing logged yet');
    return text.split(' ');
  }, WAIT);
  expect(line[0]).toBe(lane.engineId);
  expect(line[1]).toMatch(`engine.${lane.engineId}.1.`);
  expect(line.slice(2)).toEqual([pod.metadata.name, 'http://server\n']);
  await seesRow({ status: 'initializing', pod_name: pod.metadata.name });
  await seesEvents('session_created');
  expect(rig.told).toContain('engines.stale');
});

test('restores a deleted pod under the same name, and frees what its process held', async () => {
  rig.startReconciler();
  const first = await runningPod();
  await lane.lease(first.metadata.name);
  await rig.deletePod(first.metadata.name, 1);
  const second = await runningPod((pod) => pod.metadata.uid !== first.metadata.uid);
  expect(second.metadata.name).toBe(first.metadata.name);
  const { rows } = await database.pool.query('select holder from engine_lanes where engine_id = $1', [lane.engineId]);
  expect(rows).toEqual([{ holder: null }]);
  await seesEvents('session_created', 'session_error', 'session_created');
});

test('reports a killed process while its container restarts on its own', async () => {
  rig.startReconciler();
  const pod = await runningPod();
  await change(`status = 'connected'`);
  // A delay follows the second exit, so it cannot be missed.
  for (const restarts of [0, 1]) await killContainer(pod.metadata.uid, restarts);
  await seesRow({ status: 'disconnected' });
  expect((await rig.pods()).map((running) => running.metadata.uid)).toEqual([pod.metadata.uid]);
  const { rows } = await database.pool.query(
    `select engines.trouble ->> 'cause' as cause, details - 'endedAt' - 'restarts' as details
     from engines join session_events on engine_id = engines.id and event = 'session_error' where engines.id = $1`,
    [lane.engineId],
  );
  expect(rows[0]).toEqual({ cause: 'killed', details: { cause: 'killed', exitCode: 137 } });
});

describe('an engine whose process exits repeatedly', () => {
  /** Makes its process appear connected and holding the lane for this long. */
  async function hasBeenConnected(podName: string, seconds: number): Promise<void> {
    const generation = await lane.lease(podName);
    const since = `connected_at = now() - interval '${seconds} seconds'`;
    await change(`status = 'connected', status_generation = ${generation}, ${since}`);
  }

  test('gets a fresh pod at once each time if it was healthy', async () => {
    rig.startReconciler();
    let pod = await runningPod();
    for (const _time of ['first', 'second']) {
      await seesRow({ status: 'initializing', pod_name: pod.metadata.name });
      await killContainer(pod.metadata.uid, 0);
      await runningPod((candidate) => candidate.status.containerStatuses?.[0]?.restartCount === 1);
      await hasBeenConnected(pod.metadata.name, 21);
      // Now the cluster would delay the restart, longer each time.
      await killContainer(pod.metadata.uid, 1);
      const { uid } = pod.metadata;
      pod = await runningPod((candidate) => candidate.metadata.uid !== uid);
      // Anything left of the previous process is refused.
      const { rows } = await database.pool.query('select holder from engine_lanes where engine_id = $1', [
        lane.engineId,
      ]);
      expect(rows).toEqual([{ holder: null }]);
    }
  });

  test('waits with the cluster’s delays if it had only just started', async () => {
    rig.startReconciler();
    const pod = await runningPod();
    await seesRow({ status: 'initializing', pod_name: pod.metadata.name });
    await killContainer(pod.metadata.uid, 0);
    await runningPod((candidate) => candidate.status.containerStatuses?.[0]?.restartCount === 1);
    await hasBeenConnected(pod.metadata.name, 19);
    await killContainer(pod.metadata.uid, 1);
    await seesRow({ status: 'disconnected' });
    const [left] = await rig.pods();
    expect(left).toMatchObject({
      metadata: { uid: pod.metadata.uid },
      status: { containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
    });
    expect(left?.metadata.deletionTimestamp).toBeUndefined();
  });
});

test('an exit is recorded once, even by a reconciler that finds it at start', async () => {
  const first = rig.startReconciler();
  const pod = await runningPod();
  await killContainer(pod.metadata.uid, 0);
  await seesEvents('session_created', 'session_error');
  await first.stop();
  rig.startReconciler();
  await change('pod_revision = 1');
  await runningPod((candidate) => candidate.metadata.name.endsWith('-1'));
  await vi.waitFor(async () => expect((await events()).at(-1)).toBe('session_created'), WAIT);
  expect((await events()).filter((event) => event === 'session_error')).toHaveLength(1);
});

test('replaces the pod when the engine is restarted, one after the other', async () => {
  rig.startReconciler();
  const first = await runningPod();
  await change('pod_revision = 1');
  const second = await runningPod((pod) => pod.metadata.name.endsWith('-1'));
  expect(second.metadata.name).toBe(enginePodName({ id: lane.engineId, podRevision: 1 }));
  expect(Date.parse(second.metadata.creationTimestamp)).toBeGreaterThanOrEqual(
    Date.parse(first.metadata.creationTimestamp),
  );
  await seesRow({ status: 'initializing', pod_name: second.metadata.name });
});

test('replaces a pod created for another address of ours', async () => {
  const before = rig.startReconciler();
  const first = await runningPod();
  await before.stop();
  rig.startReconciler({ environment: { SERVER_URL: 'http://moved', MQTT_URL: 'mqtt://broker' } });
  const second = await runningPod((pod) => pod.metadata.uid !== first.metadata.uid);
  expect(JSON.stringify(second.spec)).toContain('http://moved');
});

test('removes the pod of an engine that is no longer wanted', async () => {
  rig.startReconciler();
  await runningPod();
  await change(`desired = 'absent'`);
  await vi.waitFor(async () => expect(await rig.pods()).toEqual([]), WAIT);
  // Its token was valid until now, so that it could finish and report.
  await seesRow({ status: 'disconnected', pod_name: null, token_version: 2 });
  await seesEvents('session_created', 'session_removed');
});

test('removes orphans of this installation and leaves other pods alone', async () => {
  rig.startReconciler();
  const pod = await runningPod();
  const foreign = {
    metadata: { name: 'foreign', labels: { ...pod.metadata.labels, 'switchyard/installation': 'another' } },
    spec: { containers: [{ name: 'engine', image: 'engine' }] },
  };
  await rig.client.create(rig.client.path('pods', NAMESPACE), foreign);
  await database.pool.query('delete from engines where id = $1', [lane.engineId]);
  await vi.waitFor(
    async () => expect((await rig.pods()).map((running) => running.metadata.name)).toEqual(['foreign']),
    WAIT,
  );
});

/** Hides a pod from the selector, as anybody who may change labels can. */
const unlabel = (name: string) =>
  fetch(rig.local.url + rig.client.path('pods', NAMESPACE, name), {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', authorization: `Bearer ${rig.local.token}` },
    body: JSON.stringify({ metadata: { labels: { 'switchyard/installation': null } } }),
  });

test('reports a foreign pod with the same name, and a restart takes over the name', async () => {
  rig.startReconciler();
  const first = await runningPod();
  await seesRow({ status: 'initializing', pod_name: first.metadata.name });
  await unlabel(first.metadata.name);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select trouble from engines where id = $1', [lane.engineId]);
    expect(rows[0].trouble).toMatchObject({ cause: 'name-taken', detail: first.metadata.name });
  }, WAIT);
  // Its process keeps running and has taken the lane again.
  await lane.lease(first.metadata.name);
  await act(database.db, lane, restartEngine, { id: lane.engineId });
  const second = await runningPod((pod) => pod.metadata.name.endsWith('-1'));
  expect(second.metadata.labels).toMatchObject({ 'switchyard/token-version': '2' });
  const { rows } = await database.pool.query('select holder from engine_lanes where engine_id = $1', [lane.engineId]);
  expect(rows).toEqual([{ holder: null }]);
});

test('only one of two reconcilers acts; when it stops, the other takes over', async () => {
  const first = rig.startReconciler();
  const pod = await runningPod();
  rig.startReconciler();
  await rig.deletePod(pod.metadata.name, 1);
  const again = await runningPod((candidate) => candidate.metadata.uid !== pod.metadata.uid);
  await vi.waitFor(async () => expect(await timesMade()).toBe(2), WAIT);
  await first.stop();
  await rig.deletePod(again.metadata.name, 1);
  await runningPod((candidate) => candidate.metadata.uid !== again.metadata.uid);
  await vi.waitFor(async () => expect(await timesMade()).toBe(3), WAIT);
});

test('leads again after its connection was cut, without missing anything', async () => {
  rig.startReconciler();
  await runningPod();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'switchyard reconciler' and datname = current_database()`,
  );
  await change('pod_revision = 5');
  await runningPod((pod) => pod.metadata.name.endsWith('-5'));
});

test('recreates the pod of a vanished node elsewhere, under the same name', async () => {
  await rig.local.setFleet({ nodes: 1, pods: 0, seed: 1, changesPerSecond: 0, namespace: NAMESPACE });
  const nodes: string[] = [];
  await rig.client.list<Node>('/api/v1/nodes', {}, ({ metadata }) => nodes.push(metadata.name));
  const nodeName = nodes.find((name) => name !== rig.local.nodeName);
  const engine = await readDesiredEngine(database.db, lane.engineId);
  if (!engine || !nodeName) throw new Error('no engine or no second node');
  // As an earlier scheduler might have placed it.
  const { pod, secretName } = enginePod(engine, rig.settings());
  const { spec, ...rest } = pod as Pod;
  const path = rig.client.path('pods', NAMESPACE);
  const placed = await rig.client.create<Pod>(path, { ...rest, spec: { ...spec, nodeName } });
  await rig.client.create(rig.client.path('secrets', NAMESPACE), enginePodSecret(placed, secretName, 'token'));
  rig.startReconciler({}, NODE_PATIENCE_MS);
  await vi.waitFor(
    async () => expect((await rig.pods()).map((running) => running.metadata.uid)).toEqual([placed.metadata.uid]),
    WAIT,
  );

  await rig.local.setFleet(null);
  const moved = await runningPod((candidate) => candidate.metadata.uid !== placed.metadata.uid);
  expect(moved.spec.nodeName).toBe(rig.local.nodeName);
  expect(moved.metadata.name).toBe(placed.metadata.name);
});

test('restores a force-deleted pod', async () => {
  rig.startReconciler();
  const pod = await runningPod();
  await rig.deletePod(pod.metadata.name, 0);
  await runningPod((candidate) => candidate.metadata.uid !== pod.metadata.uid);
});

describe('browser profiles', () => {
  const folder = (engineId: string) => join(rig.directory, 'profiles', engineId);

  test('an engine with a browser is told where to store it; the folder is deleted with the engine, not before', async () => {
    await change(`driver = 'wa-js'`);
    rig.startReconciler();
    const pod = await runningPod();
    const [container] = pod.spec.containers;
    expect(container?.env).toContainEqual({ name: 'PROFILES_DIR', value: join(rig.directory, 'profiles') });
    mkdirSync(folder(lane.engineId), { recursive: true });

    await act(database.db, lane, stopEngine, { id: lane.engineId });
    await vi.waitFor(async () => expect(await rig.pods()).toEqual([]), WAIT);
    expect(existsSync(folder(lane.engineId))).toBe(true);
    await act(database.db, lane, removeEngineSession, { id: lane.engineId });
    await vi.waitFor(() => expect(existsSync(folder(lane.engineId))).toBe(false), WAIT);
  });

  test('a profile of an engine deleted meanwhile is removed at the next start; engines of other databases keep theirs', async () => {
    const stranger = randomUUID();
    for (const id of [lane.engineId, stranger]) mkdirSync(folder(id), { recursive: true });
    await act(database.db, lane, removeEngineSession, { id: lane.engineId });
    rig.startReconciler();
    await vi.waitFor(() => expect(existsSync(folder(lane.engineId))).toBe(false), WAIT);
    expect(existsSync(folder(stranger))).toBe(true);
  });
});

/**
 * Kills the process of a pod's container after this many restarts, from outside and without warning, like an OOM
 * killer.
 */
async function killContainer(uid: string, restarts: number): Promise<void> {
  const pid = await vi.waitFor(() => {
    const record = JSON.parse(readFileSync(join(rig.directory, 'pods', uid, 'pod.json'), 'utf8')) as PodRecord;
    const { process, restartCount } = record.containers.engine ?? {};
    if (!process || restartCount !== restarts) throw new Error('not running yet');
    return process.pid;
  }, WAIT);
  process.kill(pid, 'SIGKILL');
}

interface PodRecord {
  containers: Record<string, { process: { pid: number } | null; restartCount: number }>;
}
