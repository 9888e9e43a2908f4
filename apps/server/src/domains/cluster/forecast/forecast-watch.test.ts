import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlanRig } from '../../../../test/plan-rig.ts';
import { findMinutes } from './forecast.queries.ts';
import { updateForecast } from './forecast-watch.ts';
import { NodeHistories } from './node-histories.ts';
import { readForecast } from './read-forecast.ts';

const MINUTE_MS = 60_000;
const GIBIBYTE = 1024 ** 3;
let rig: PlanRig;
beforeEach(async () => {
  rig = await PlanRig.start();
});
afterEach(() => rig.stop());

const update = () => updateForecast(rig.parts, rig.nowMs);
const read = () => readForecast(rig.parts.db, rig.parts.console, rig.nowMs);
const later = (minutes: number) => {
  rig.nowMs += minutes * MINUTE_MS;
};

it("reports a node that fills up once, with its range, its heaviest pod and the pod's session", async () => {
  // 22 of 32 Gi, growing by 0.4 Gi per minute: 90% is 28.8 Gi, in 17 minutes.
  rig.putNode('full', 22, 0.4);
  rig.putPod('light', 'full', { gi: 1 });
  rig.putPod('heavy', 'full', { gi: 3 });
  await rig.serve('heavy', 'connected', 1);
  await update();
  await update();
  const { alerts, score, judged, waiting } = await read();
  expect(alerts).toHaveLength(1);
  const [alert] = alerts;
  expect(alert).toMatchObject({
    nodeName: 'full',
    confidence: 1,
    heaviest: { name: 'heavy', sessions: [expect.any(String)] },
  });
  expect((alert?.crossesInMs ?? 0) / MINUTE_MS).toBeCloseTo(17, 0);
  expect({ judged, waiting, score }).toEqual({
    judged: 2,
    waiting: 0,
    score: { cameTrue: 0, didNot: 0, actedOn: 0, unknown: 0, open: 1 },
  });
});

/** A deletion of a pod on the full node. */
const deletion = (outcome: string) =>
  rig.database.pool.query(
    `insert into pod_deletions (id, pod_name, namespace, pod_uid, node_name, pod_status, cause, via, outcome, actor_id, actor_email, created_at)
     values (gen_random_uuid(), 'engine-1', 'engines', 'uid', 'full', 'Running', 'manual', 'api', $3, $1, '', $2)`,
    [rig.lane.userId, new Date(rig.nowMs), outcome],
  );

it('does not count an alert as acted on after a dry run', async () => {
  rig.putNode('full', 22, 0.4);
  await update();
  await deletion('would-have');
  await deletion('failed');
  later(31);
  rig.putNode('full', 4);
  await update();
  expect((await read()).score).toMatchObject({ didNot: 1, actedOn: 0 });
});

it('counts alerts that came true, did not, were acted on, and cannot be known', async () => {
  rig.putNode('full', 22, 0.4);
  await update();
  later(15);
  rig.putNode('full', 29);
  await update();
  expect((await read()).score).toMatchObject({ cameTrue: 1, open: 0 });

  rig.putNode('roomy', 22, 0.4);
  await update();
  later(31);
  rig.putNode('full', 4);
  rig.putNode('roomy', 22);
  await update();
  expect((await read()).score).toMatchObject({ cameTrue: 1, didNot: 1, open: 0 });

  rig.putNode('full', 22, 0.4);
  await update();
  await deletion('deleted');
  later(31);
  rig.putNode('full', 4);
  await update();
  expect((await read()).score).toMatchObject({ cameTrue: 1, didNot: 1, actedOn: 1, open: 0 });

  rig.putNode('roomy', 22, 0.4);
  await update();
  later(31);
  await update();
  expect((await read()).score).toMatchObject({ cameTrue: 1, didNot: 1, actedOn: 1, unknown: 1, open: 0 });
});

it('raises no alert while usage is unknown', async () => {
  rig.putNode('full', 22, 0.4);
  rig.setFeed('reconnecting');
  await update();
  expect((await read()).score.open).toBe(0);
});

it('raises no alert on old usage or an unmeasured node, and keeps its open alert open', async () => {
  rig.putNode('full', 31);
  rig.putNode('roomy', 22, 0.4);
  await update();
  expect((await read()).alerts.map((alert) => alert.nodeName)).toEqual(['full', 'roomy']);
  rig.forgetUsage('roomy');
  await update();
  expect((await read()).alerts.map((alert) => alert.nodeName)).toEqual(['full']);
  expect((await read()).score).toMatchObject({ open: 1, unknown: 0 });
  later(1.1);
  expect(await read()).toMatchObject({ alerts: [], unknown: 'The usage of nodes and pods is too old.' });
  rig.setFeed('reconnecting');
  expect(await read()).toMatchObject({ alerts: [], unknown: expect.stringContaining('the watch broke') });
  rig.setFeed('live');
  expect(await read()).toMatchObject({ alerts: [{ nodeName: 'full' }], unknown: null });
});

it('saves the last hour, so that a restarted server can continue from it', async () => {
  rig.putNode('full', 22, 0.4);
  for (let minute = 0; minute < 65; minute++) {
    later(1);
    rig.putNode('full', 4);
    await update();
  }
  const minutes = await findMinutes(rig.parts.db, rig.nowMs);
  expect(minutes.length).toBeGreaterThanOrEqual(59);
  expect(minutes.length).toBeLessThanOrEqual(60);
  const histories = new NodeHistories();
  histories.load(minutes);
  const node = { uid: 'uid-full', capacityBytes: 32 * GIBIBYTE };
  expect(histories.forecast(node, rig.nowMs)).not.toBeNull();
  expect(new NodeHistories().forecast(node, rig.nowMs)).toBeNull();
});
