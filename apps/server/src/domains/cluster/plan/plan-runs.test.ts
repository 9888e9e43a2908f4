import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlanRig } from '../../../../test/plan-rig.ts';

let rig: PlanRig;
beforeEach(async () => {
  rig = await PlanRig.start();
});
afterEach(() => rig.stop());

const heldBy = (words: RegExp | string) => ({ code: 'PLAN_HELD', message: expect.stringMatching(words) });

describe('relieving a node', () => {
  it('cordons first, moves nothing before it is told to, and records every step in the audit log', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.serve('engine-1', 'connected', 1);
    const run = await rig.start('full');
    expect(run.moves).toMatchObject([{ podName: 'engine-1', sessions: [{ engineId: rig.lane.engineId }] }]);
    expect(rig.asked).toEqual([]);
    expect(await rig.look()).toMatchObject({ cordonedByRun: true, going: 'no' });
    await rig.look();
    expect(rig.asked).toEqual(['cordon full']);
    await rig.advance('one', uid);
    await rig.look();
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
    expect(await rig.audited()).toEqual(['plan.start', 'node.cordon', 'plan.advance', 'pod.delete']);
    expect(await rig.deletions()).toEqual([
      { pod_name: 'engine-1', cause: 'consolidation', outcome: 'deleted', sessions: [rig.lane.engineId] },
    ]);
  });

  it('finishes a pod when its sessions have reconnected, not before', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.serve('engine-1', 'connected', 1);
    await rig.start('full');
    await rig.look();
    await rig.advance('one', uid);
    expect((await rig.look()).moves).toMatchObject([{ state: 'moving', expectedOn: 'roomy' }]);
    // The last status of the old process is still stored.
    expect((await rig.look()).moves).toMatchObject([{ state: 'moving' }]);
    rig.putPod('engine-2', 'roomy');
    expect((await rig.look()).moves).toMatchObject([{ state: 'moving' }]);
    await rig.serve('engine-2', 'initializing', 2);
    expect((await rig.look()).moves).toMatchObject([{ state: 'moving' }]);
    await rig.serve('engine-2', 'connected', 2);
    expect(await rig.look(2)).toMatchObject({
      going: 'no',
      moves: [{ state: 'moved', landedOn: 'roomy', tookMs: 5000 }],
    });
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
  });

  it('moves all pods one at a time, heaviest first, and stops when told to', async () => {
    rig.putPod('light', 'full', { gi: 1, labels: { 'app.kubernetes.io/instance': 'a' } });
    const heavy = rig.putPod('heavy', 'full', { gi: 3 });
    rig.putPod('middle', 'full', { gi: 2 });
    await rig.start('full');
    await rig.look();
    await rig.advance('all', heavy);
    await rig.look();
    await rig.look();
    expect(rig.asked.slice(1)).toEqual(['delete heavy']);
    rig.putPod('heavy-again', 'roomy');
    await rig.look();
    await rig.look();
    expect(rig.asked.slice(1)).toEqual(['delete heavy', 'delete middle']);
    await rig.stopRun();
    rig.putPod('middle-again', 'roomy');
    await rig.look();
    expect((await rig.look()).moves.map((move) => move.state)).toEqual(['moved', 'moved', 'planned']);
    expect(rig.asked).toHaveLength(3);
  });

  it('moves no other pod in place of a requested one that is gone, and continues when told to move all', async () => {
    const heavy = rig.putPod('heavy', 'full', { gi: 3 });
    const middle = rig.putPod('middle', 'full', { gi: 2 });
    rig.putPod('light', 'full', { gi: 1 });
    await rig.start('full');
    await rig.look();
    await rig.advance('one', heavy);
    rig.removePod('heavy');
    expect(await rig.look()).toMatchObject({ going: 'no', problem: null });
    expect((await rig.look()).moves.map((move) => move.state)).toEqual(['gone', 'planned', 'planned']);
    expect(rig.asked).toEqual(['cordon full']);
    await rig.advance('all', middle);
    rig.removePod('middle');
    await rig.look();
    expect((await rig.look()).going).toBe('all');
    expect(rig.asked.slice(1)).toEqual(['delete light']);
  });

  it('does not mistake the replacement of one move for that of the next', async () => {
    const heavy = rig.putPod('heavy', 'full', { gi: 3 });
    rig.putPod('middle', 'full', { gi: 2 });
    await rig.start('full');
    await rig.look();
    await rig.advance('all', heavy);
    await rig.look();
    rig.putPod('heavy-again', 'roomy');
    await rig.look();
    // Within the same second.
    await rig.look(0);
    expect((await rig.look(0)).moves.map((move) => move.state)).toEqual(['moved', 'moving']);
  });

  it('uncordons the node when undone, but only if this run cordoned it', async () => {
    rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toEqual(['cordon full', 'uncordon full']);
    expect(await rig.audited()).toEqual(['plan.start', 'node.cordon', 'plan.end', 'node.uncordon']);
    rig.mark('full', true);
    await rig.start('full');
    expect(await rig.look()).toMatchObject({ cordonedByRun: false });
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toHaveLength(2);
  });

  it('can leave the node cordoned, and ends when its node is removed', async () => {
    rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    expect(await rig.end(false)).toMatchObject({ state: 'finished' });
    await rig.look();
    expect(rig.asked).toEqual(['cordon full']);
    await expect(rig.end(true)).rejects.toMatchObject(heldBy('closed'));
  });
});

it('empties a node by the plan, to the last pod', async () => {
  const light = rig.putPod('light', 'full', { gi: 1 });
  rig.putPod('stays', 'roomy', { gi: 2 });
  expect((await rig.start('full', 'empty')).moves).toMatchObject([{ podName: 'light', expectedOn: 'roomy' }]);
  await rig.look();
  await rig.advance('all', light);
  await rig.look();
  rig.putPod('light-again', 'roomy');
  await rig.look();
  expect(await rig.look()).toMatchObject({
    state: 'open',
    going: 'no',
    moves: [{ state: 'moved', landedOn: 'roomy' }],
  });
  expect(rig.asked).toEqual(['cordon full', 'delete light']);
});

describe('refuses, and does nothing', () => {
  it('while pods, nodes or usage are unknown', async () => {
    rig.putPod('engine-1', 'full');
    rig.setFeed('reconnecting');
    await expect(rig.start('full')).rejects.toMatchObject(heldBy('the watch broke'));
    rig.setFeed('live');
    rig.nowMs += 61_000;
    await expect(rig.start('full')).rejects.toMatchObject(heldBy('too old'));
    expect(await rig.audited()).toEqual([]);
  });

  it('a second run on the same node', async () => {
    rig.putPod('engine-1', 'full');
    await rig.start('full');
    await expect(rig.start('full')).rejects.toMatchObject(heldBy('already'));
  });

  it('to empty a node that the plan keeps, with the reason', async () => {
    rig.putPod('bare', 'full', { labels: { 'app.kubernetes.io/name': 'other' } });
    await expect(rig.start('full', 'empty')).rejects.toMatchObject(heldBy('pod-stays'));
  });

  it('another pod than the operator saw, and any pod while one is being moved', async () => {
    const heavy = rig.putPod('heavy', 'full', { gi: 3 });
    const light = rig.putPod('light', 'full', { gi: 1 });
    await rig.start('full');
    await expect(rig.advance('one', heavy)).rejects.toMatchObject(heldBy('not cordoned yet'));
    await rig.look();
    await expect(rig.advance('one', light)).rejects.toMatchObject(heldBy('Another pod'));
    await rig.advance('one', heavy);
    await rig.look();
    await expect(rig.advance('one', light)).rejects.toMatchObject(heldBy('on its way'));
    await expect(rig.end(true)).rejects.toMatchObject(heldBy('on its way'));
  });

  it('a person who is not an administrator', async () => {
    rig.putPod('engine-1', 'full');
    rig.actor.role = 'user';
    await expect(rig.start('full')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await rig.audited()).toEqual([]);
  });
});
