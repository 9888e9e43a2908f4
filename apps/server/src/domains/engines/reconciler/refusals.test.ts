import type { KubernetesObject, Pod } from '@switchyard/kubernetes/objects';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { isRunning, NAMESPACE, ReconcilerRig } from '../../../../test/reconciler-rig.ts';
import { KubernetesClient, type Selection, type WatchListener } from '../../../platform/kubernetes/client.ts';
import { settleNamespace } from './engine-rows.ts';

const WAIT = { timeout: 15_000, interval: 20 };
const TIMES = 1_000;

let rig: ReconcilerRig;
let lane: LaneFixture;
beforeEach(async () => {
  rig = await ReconcilerRig.start('exec sleep 600');
  lane = await createLaneFixture(rig.database);
});
afterEach(() => rig.stop());

/** Notifies it like a changed row, so that the reconciler acts at once. */
const poke = () =>
  rig.database.pool.query('update engines set token_version = token_version where id = $1', [lane.engineId]);
const podOf = async ({ engineId }: LaneFixture): Promise<Pod> => {
  const pod = (await rig.pods()).find(({ metadata }) => metadata.name.includes(engineId));
  if (!pod || !isRunning(pod)) throw new Error('not yet');
  return pod;
};
const runningPodOf = (fixture: LaneFixture) => vi.waitFor(() => podOf(fixture), WAIT);

/** Makes the reconciler fail this many times. */
async function failTimes(times: number): Promise<void> {
  const failures = async () => TIMES - ((await rig.faults())[0]?.times ?? 0);
  for (let before = await failures(); before < times; before = await failures()) {
    await poke();
    await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(before), WAIT);
  }
}

test('a creation that the cluster refuses is not a failed pod: people can read why, and it is retried as soon as allowed', async () => {
  const message = 'pods "engine" is forbidden: exceeded quota: few';
  const status = { code: 403, reason: 'Forbidden', message };
  await rig.setFaults({ verbs: ['create'], resources: ['pods'], times: TIMES, status });
  rig.startReconciler();
  await failTimes(8);
  const { rows } = await rig.database.pool.query(
    `select status, trouble, (select count(*)::int from session_events where engine_id = engines.id) as told from engines where id = $1`,
    [lane.engineId],
  );
  expect(rows).toEqual([
    {
      status: 'disconnected',
      trouble: { cause: 'cannot-start', detail: message, exitCode: null, endedAt: null },
      told: 1,
    },
  ]);
  await rig.setFaults();
  await poke();
  await runningPodOf(lane);
});

test('what failed while the API server was unavailable is retried when it is back', async () => {
  rig.startReconciler();
  const before = await runningPodOf(lane);
  const status = { code: 503, reason: 'ServiceUnavailable', message: 'away' };
  await rig.setFaults({ verbs: ['create'], resources: ['pods'], times: TIMES, status });
  await rig.deletePod(before.metadata.name, 0);
  await failTimes(8);
  await rig.setFaults({ verbs: ['watch'], resources: ['pods'], times: 1, status });
  await rig.cut();
  expect((await runningPodOf(lane)).metadata.uid).not.toBe(before.metadata.uid);
});

/** Answers a creation only after the watch has reported it, like a busy API server. */
class LateAnswers extends KubernetesClient {
  readonly #told = new Set<string>();

  override watch<T>(
    path: string,
    selection: Selection,
    version: string,
    listener: WatchListener<T>,
    signal: AbortSignal,
    silenceMs?: number,
  ): Promise<void> {
    const event: WatchListener<T>['event'] = (type, object) => {
      listener.event(type, object);
      this.#told.add((object as KubernetesObject).metadata.uid);
    };
    return super.watch(path, selection, version, { ...listener, event }, signal, silenceMs);
  }

  override async create<T extends KubernetesObject>(path: string, body: unknown): Promise<T> {
    const created = await super.create<T>(path, body);
    if (created.kind === 'Pod') await vi.waitFor(() => expect(this.#told).toContain(created.metadata.uid), WAIT);
    return created;
  }
}

test('a pod reported by the watch before its creation is answered counts once, and stays', async () => {
  rig.client = new LateAnswers(rig.client.connection);
  rig.startReconciler();
  const { uid } = (await runningPodOf(lane)).metadata;
  await poke();
  // Once another engine has its pod, everything about the first one has been handled.
  await runningPodOf(await createLaneFixture(rig.database));
  const pod = await runningPodOf(lane);
  expect([pod.metadata.uid, pod.metadata.deletionTimestamp]).toEqual([uid, undefined]);
});

test('engines record their pods’ namespace, including those from before another one was configured', async () => {
  const namespaceOf = async (engineType: string) => {
    await rig.database.pool.query(`update engines set k8s_namespace = 'elsewhere', engine_type = $2 where id = $1`, [
      ...[lane.engineId, engineType],
    ]);
    await settleNamespace(rig.database.db, NAMESPACE);
    const { rows } = await rig.database.pool.query('select k8s_namespace from engines where id = $1', [lane.engineId]);
    return rows[0].k8s_namespace;
  };
  expect(await namespaceOf('session-pod')).toBe(NAMESPACE);
  expect(await namespaceOf('legacy')).toBe('elsewhere');
});
