import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlanRig } from '../../../../test/plan-rig.ts';

let rig: PlanRig;
beforeEach(async () => {
  rig = await PlanRig.start();
});
afterEach(() => rig.stop());

const audited = async () =>
  (
    await rig.database.pool.query<{ action: string }>('select action from audit_entries order by created_at, id')
  ).rows.map((row) => row.action);
const deletions = async () =>
  (await rig.database.pool.query('select pod_name, cause, outcome, sessions from pod_deletions order by created_at'))
    .rows;
/** As if the last that happened to a run had been a while ago. */
const longAgo = () => rig.database.pool.query(`update plan_runs set updated_at = now() - interval '20 seconds'`);
/** A move that is recorded as asked for, as a server leaves it that ends before it deletes. @returns the pod's uid */
async function recordedMove(): Promise<string> {
  const uid = rig.putPod('engine-1', 'full');
  await rig.start('full');
  await rig.look();
  await rig.advance('one', uid);
  await rig.database.pool.query(
    `update plan_runs set moves = jsonb_set(jsonb_set(moves, '{0,state}', '"moving"'), '{0,askedAtMs}', to_jsonb($1::bigint))`,
    [rig.nowMs],
  );
  return uid;
}
const heldBy = (words: RegExp | string) => ({ code: 'PLAN_HELD', message: expect.stringMatching(words) });

describe('a node is relieved', () => {
  it('cordons first and moves nothing before it is told to; every step is in the audit log', async () => {
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
    expect(await audited()).toEqual(['plan.start', 'node.cordon', 'plan.advance', 'pod.delete']);
    expect(await deletions()).toEqual([
      { pod_name: 'engine-1', cause: 'consolidation', outcome: 'deleted', sessions: [rig.lane.engineId] },
    ]);
  });

  it('is done with a pod when its sessions are connected anew, not before', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.serve('engine-1', 'connected', 1);
    await rig.start('full');
    await rig.look();
    await rig.advance('one', uid);
    expect((await rig.look()).moves).toMatchObject([{ state: 'moving', expectedOn: 'roomy' }]);
    // The old word of the old process still stands.
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

  it('moves all one at a time, heaviest first, and stops when it is told to', async () => {
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

  it('moves no other pod in place of the one that was asked for and is gone; with all of them it goes on', async () => {
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

  it('does not take the replacement of one move for that of the next', async () => {
    const heavy = rig.putPod('heavy', 'full', { gi: 3 });
    rig.putPod('middle', 'full', { gi: 2 });
    await rig.start('full');
    await rig.look();
    await rig.advance('all', heavy);
    await rig.look();
    rig.putPod('heavy-again', 'roomy');
    await rig.look();
    // In the same second.
    await rig.look(0);
    expect((await rig.look(0)).moves.map((move) => move.state)).toEqual(['moved', 'moving']);
  });

  it('is undone: pods are welcome again, but only if it was this run that kept them away', async () => {
    rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toEqual(['cordon full', 'uncordon full']);
    expect(await audited()).toEqual(['plan.start', 'node.cordon', 'plan.end', 'node.uncordon']);
    rig.mark('full', true);
    await rig.start('full');
    expect(await rig.look()).toMatchObject({ cordonedByRun: false });
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toHaveLength(2);
  });

  it('can be left cordoned, and is over when its node is taken away', async () => {
    rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    expect(await rig.end(false)).toMatchObject({ state: 'finished' });
    await rig.look();
    expect(rig.asked).toEqual(['cordon full']);
    await expect(rig.end(true)).rejects.toMatchObject(heldBy('closed'));
  });
});

it('a node is emptied as the plan has it, to the last pod', async () => {
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

describe('it refuses, and nothing is done', () => {
  it('while pods, nodes or usage are not known', async () => {
    rig.putPod('engine-1', 'full');
    rig.setFeed('reconnecting');
    await expect(rig.start('full')).rejects.toMatchObject(heldBy('the watch broke'));
    rig.setFeed('live');
    rig.nowMs += 61_000;
    await expect(rig.start('full')).rejects.toMatchObject(heldBy('too old'));
    expect(await audited()).toEqual([]);
  });

  it('two at once on one node', async () => {
    rig.putPod('engine-1', 'full');
    await rig.start('full');
    await expect(rig.start('full')).rejects.toMatchObject(heldBy('already'));
  });

  it('to empty a node that the plan keeps, and says why', async () => {
    rig.putPod('bare', 'full', { labels: { 'app.kubernetes.io/name': 'other' } });
    await expect(rig.start('full', 'empty')).rejects.toMatchObject(heldBy('pod-stays'));
  });

  it('another pod than the operator saw, and any while one is on its way', async () => {
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

  it('somebody who is no administrator', async () => {
    rig.putPod('engine-1', 'full');
    rig.actor.role = 'user';
    await expect(rig.start('full')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await audited()).toEqual([]);
  });
});

describe('each move is looked at once more', () => {
  async function heldAt(change: () => void | Promise<void>) {
    const uid = rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.advance('one', uid);
    await change();
    const run = await rig.look();
    expect(rig.asked.filter((one) => one.startsWith('delete'))).toEqual([]);
    expect(run.going).toBe('no');
    return run;
  }

  it('no node may reach 90% because of it', async () => {
    // 4 Gi and growing by 0.8 Gi a minute: 28 Gi in half an hour, 29 with the pod; 28.8 are 90%.
    const run = await heldAt(() => rig.putNode('roomy', 4, 0.8));
    expect(run.problem).toMatch(/No node can take engine-1/);
  });
  it('the picture may have become old', async () => {
    expect((await heldAt(() => rig.setFeed('reconnecting'))).problem).toMatch(/the watch broke/);
  });
  it('the node may have been uncordoned', async () => {
    expect((await heldAt(() => rig.mark('full', false))).problem).toMatch(/uncordoned by somebody/);
  });
  it('the operator may have lost the right', async () => {
    const run = await heldAt(async () => void (await rig.database.pool.query(`update users set role = 'user'`)));
    expect(run.problem).toMatch(/no administrator any more/);
  });
  it('somebody may be served by it who was not shown; the operator is shown first', async () => {
    const run = await heldAt(() => rig.serve('engine-1', 'connected', 1));
    expect(run.problem).toMatch(/other sessions than were shown/);
    expect(run.moves).toMatchObject([{ state: 'planned', sessions: [{ engineId: rig.lane.engineId }] }]);
    await rig.advance('one', run.moves[0]?.podUid ?? '');
    await rig.look();
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
  });
  it('the pod may have gone, or been made anew under its name', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.advance('one', uid);
    rig.removePod('engine-1');
    rig.nowMs += 1000;
    rig.putPod('engine-1', 'full');
    expect((await rig.look()).moves).toMatchObject([{ state: 'gone' }]);
    expect(rig.asked).toEqual(['cordon full']);
  });
});

describe('faults', () => {
  it('what Kubernetes refuses holds it, is told, and leaves the pod to be moved', async () => {
    const uid = rig.putPod('engine-1', 'full');
    rig.refuses = 'cannot patch nodes';
    await rig.start('full');
    expect(await rig.look()).toMatchObject({ cordonedByRun: null, problem: 'cannot patch nodes' });
    rig.refuses = null;
    // Asked again, but not at once.
    await longAgo();
    expect(await rig.look()).toMatchObject({ cordonedByRun: true, problem: null });
    await rig.advance('one', uid);
    rig.refuses = 'cannot delete pods';
    expect(await rig.look()).toMatchObject({
      going: 'no',
      problem: 'cannot delete pods',
      moves: [{ state: 'planned' }],
    });
    expect(await deletions()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('a cordon whose answer is lost is known as the run’s own, and undone with it', async () => {
    rig.putPod('engine-1', 'full');
    rig.isSilent = true;
    await rig.start('full');
    const unsure = { cordonedByRun: true, problem: 'It is not known whether the node was cordoned.' };
    expect(await rig.look()).toMatchObject(unsure);
    expect(await rig.look()).toMatchObject(unsure);
    expect(rig.asked).toEqual(['cordon full']);
    expect(await audited()).toEqual(['plan.start']);
    rig.isSilent = false;
    await longAgo();
    expect(await rig.look()).toMatchObject({ cordonedByRun: true, problem: null });
    expect(await audited()).toEqual(['plan.start', 'node.cordon']);
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toEqual(['cordon full', 'uncordon full']);
  });

  it('undone while it is not known: the node is welcome again', async () => {
    rig.putPod('engine-1', 'full');
    rig.isSilent = true;
    await rig.start('full');
    await rig.look();
    rig.isSilent = false;
    await rig.end(true);
    await longAgo();
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toEqual(['cordon full', 'uncordon full']);
  });

  it('what is refused is not asked every second, however long it lasts', async () => {
    rig.putPod('engine-1', 'full');
    rig.refuses = 'cannot patch nodes';
    await rig.start('full');
    await rig.look();
    await longAgo();
    await rig.look();
    await rig.look();
    await rig.look();
    expect(rig.asked).toEqual(['cordon full', 'cordon full']);
  });

  it('a server that ended between the record and the deletion: the next one deletes the very pod, once', async () => {
    const uid = await recordedMove();
    await rig.look(5);
    expect(rig.asked).toEqual(['cordon full']);
    await rig.look(15);
    await rig.look(15);
    await rig.look(15);
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
    expect((await rig.run()).moves).toMatchObject([{ podUid: uid, state: 'moving' }]);
  });

  it('the same, and the pod serves by then who was not shown: it is not deleted', async () => {
    await recordedMove();
    await rig.serve('engine-1', 'connected', 1);
    await rig.look(20);
    expect(await rig.look()).toMatchObject({
      going: 'no',
      problem: expect.stringMatching(/other sessions than were shown/),
      moves: [{ state: 'planned' }],
    });
    expect(rig.asked).toEqual(['cordon full']);
  });

  it('a deletion whose answer is lost is not told as failed, and its replacement is waited for', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.advance('one', uid);
    rig.isSilent = true;
    expect(await rig.look()).toMatchObject({ problem: null, moves: [{ state: 'moving' }] });
    expect(await deletions()).toMatchObject([{ outcome: 'requested' }]);
    rig.isSilent = false;
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ going: 'no', moves: [{ state: 'moved' }] });
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
  });

  it('a replacement that does not come holds it', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.advance('all', uid);
    await rig.look();
    expect(await rig.look(200)).toMatchObject({ going: 'no', problem: expect.stringMatching(/has not come back/) });
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ moves: [{ state: 'moved' }], problem: null });
  });

  it('a run that is held can be closed, whatever it waits for: for a replacement, or for the right to uncordon', async () => {
    const uid = rig.putPod('engine-1', 'full');
    await rig.start('full');
    await rig.look();
    await rig.advance('one', uid);
    await rig.look();
    await rig.look(200);
    rig.refuses = 'cannot patch nodes';
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undoing', problem: 'cannot patch nodes' });
    expect(await rig.end(false)).toMatchObject({ state: 'finished' });
  });
});
