import { inEnglish } from '@switchyard/contracts/text/text';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlanRig } from '../../../../test/plan-rig.ts';
import { presentRun } from './present-run.ts';

let rig: PlanRig;
beforeEach(async () => {
  rig = await PlanRig.start();
});
afterEach(() => rig.stop());

/** A run that has cordoned its node and should move its only pod. @returns the pod's uid */
async function askedFor(going: 'one' | 'all' = 'one'): Promise<string> {
  const uid = rig.putPod('engine-1', 'full');
  await rig.start('full');
  await rig.look();
  await rig.advance(going, uid);
  return uid;
}

/** A move recorded by a server that died before it deleted the pod. @returns the pod's uid */
async function recordedMove(): Promise<string> {
  const uid = await askedFor();
  await rig.database.pool.query(
    `update plan_runs set moves = jsonb_set(jsonb_set(moves, '{0,state}', '"moving"'), '{0,askedAtMs}', to_jsonb($1::bigint))`,
    [rig.nowMs],
  );
  return uid;
}

describe('before each move, it holds the run if', () => {
  async function heldAt(change: () => void | Promise<void>) {
    await askedFor();
    await change();
    const run = await rig.look();
    expect(rig.asked.filter((call) => call.startsWith('delete'))).toEqual([]);
    expect(run.going).toBe('no');
    return run;
  }

  it('a node would reach 90% because of it', async () => {
    // 4 Gi, growing by 0.8 Gi per minute: 28 Gi in half an hour, 29 with the pod; 90% is 28.8 Gi.
    const run = await heldAt(() => rig.putNode('roomy', 4, 0.8));
    expect(run.problem).toEqual({ code: 'runNoRoom', data: { pod: 'engine-1' } });
  });
  it('the cluster state is stale', async () => {
    expect((await heldAt(() => rig.setFeed('reconnecting'))).problem).toMatch(/the watch broke/);
  });
  it('the node was uncordoned', async () => {
    expect((await heldAt(() => rig.mark('full', false))).problem).toEqual({
      code: 'runUncordoned',
      data: { node: 'full' },
    });
  });
  it('the pod must stay, with the reason as a text', async () => {
    const run = await heldAt(() => rig.makePending('engine-1'));
    expect(run.problem).toEqual({ code: 'runPodStays', data: { pod: 'engine-1', reason: { code: 'podNotRunning' } } });
    expect(inEnglish(run.problem ?? '')).toBe('engine-1 must stay: it isn’t running.');
  });
  it('the operator has lost the right', async () => {
    const run = await heldAt(async () => void (await rig.database.pool.query(`update users set role = 'user'`)));
    expect(run.problem).toMatchObject({ code: 'runNoAdmin' });
  });
  it('the pod serves a session that was not shown, until the operator has seen it', async () => {
    const run = await heldAt(() => rig.serve('engine-1', 'connected', 1));
    expect(run.problem).toEqual({ code: 'runOtherSessions', data: { pod: 'engine-1' } });
    expect(run.moves).toMatchObject([{ state: 'planned', sessions: [{ engineId: rig.lane.engineId }] }]);
    await rig.advance('one', run.moves[0]?.podUid ?? '');
    await rig.look();
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
  });
  it('the pod is gone, or was recreated with the same name', async () => {
    await askedFor();
    rig.removePod('engine-1');
    rig.nowMs += 1000;
    rig.putPod('engine-1', 'full');
    expect((await rig.look()).moves).toMatchObject([{ state: 'gone' }]);
    expect(rig.asked).toEqual(['cordon full']);
  });
});

describe('faults', () => {
  it('holds the run on a refusal by Kubernetes, reports it, and leaves the pod to be moved', async () => {
    const uid = rig.putPod('engine-1', 'full');
    rig.refuses = 'cannot patch nodes';
    await rig.start('full');
    expect(await rig.look()).toMatchObject({ cordonedByRun: null, problem: 'cannot patch nodes' });
    rig.refuses = null;
    // Retried, but not immediately.
    await rig.longAgo();
    expect(await rig.look()).toMatchObject({ cordonedByRun: true, problem: null });
    await rig.advance('one', uid);
    rig.refuses = 'cannot delete pods';
    expect(await rig.look()).toMatchObject({
      going: 'no',
      problem: 'cannot delete pods',
      moves: [{ state: 'planned' }],
    });
    expect(await rig.deletions()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('recognises a cordon whose response was lost as the run’s own, and undoes it with the run', async () => {
    rig.putPod('engine-1', 'full');
    rig.isSilent = true;
    await rig.start('full');
    const unsure = { cordonedByRun: true, problem: { code: 'runCordonUnknown' } };
    expect(await rig.look()).toMatchObject(unsure);
    expect(await rig.look()).toMatchObject(unsure);
    expect(rig.asked).toEqual(['cordon full']);
    expect(await rig.audited()).toEqual(['plan.start']);
    rig.isSilent = false;
    await rig.longAgo();
    expect(await rig.look()).toMatchObject({ cordonedByRun: true, problem: null });
    expect(await rig.audited()).toEqual(['plan.start', 'node.cordon']);
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toEqual(['cordon full', 'uncordon full']);
  });

  it('recognises it by the sentence that an earlier version stored', async () => {
    rig.putPod('engine-1', 'full');
    rig.isSilent = true;
    await rig.start('full');
    await rig.look();
    const sentence = 'It is not known whether the node was cordoned.';
    await rig.database.pool.query('update plan_runs set problem = $1', [sentence]);
    expect(presentRun(await rig.run(), { node: () => undefined })).toMatchObject({ problem: sentence });
    rig.isSilent = false;
    await rig.longAgo();
    expect(await rig.look()).toMatchObject({ cordonedByRun: true, problem: null });
  });

  it('uncordons the node when undone while the cordon is uncertain', async () => {
    rig.putPod('engine-1', 'full');
    rig.isSilent = true;
    await rig.start('full');
    await rig.look();
    rig.isSilent = false;
    await rig.end(true);
    await rig.longAgo();
    expect(await rig.look()).toMatchObject({ state: 'undone' });
    expect(rig.asked).toEqual(['cordon full', 'uncordon full']);
  });

  it('does not retry a refusal every second, however long it lasts', async () => {
    rig.putPod('engine-1', 'full');
    rig.refuses = 'cannot patch nodes';
    await rig.start('full');
    await rig.look();
    await rig.longAgo();
    await rig.look();
    await rig.look();
    await rig.look();
    expect(rig.asked).toEqual(['cordon full', 'cordon full']);
  });

  it('deletes exactly the recorded pod, once, after a server died between record and deletion', async () => {
    const uid = await recordedMove();
    await rig.look(5);
    expect(rig.asked).toEqual(['cordon full']);
    await rig.look(15);
    await rig.look(15);
    await rig.look(15);
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
    expect((await rig.run()).moves).toMatchObject([{ podUid: uid, state: 'moving' }]);
  });

  it('waits for a pod that takes long to end, and does not delete it again', async () => {
    await recordedMove();
    rig.beginEnd('engine-1');
    for (let round = 0; round < 3; round += 1) {
      expect(await rig.look(16)).toMatchObject({ problem: null, moves: [{ state: 'moving' }] });
    }
    expect(rig.asked).toEqual(['cordon full']);
    rig.removePod('engine-1');
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ problem: null, moves: [{ state: 'moved' }] });
  });

  it('does not delete a recorded pod that serves an unshown session by then', async () => {
    await recordedMove();
    await rig.serve('engine-1', 'connected', 1);
    await rig.look(20);
    expect(await rig.look()).toMatchObject({
      going: 'no',
      problem: { code: 'runOtherSessions' },
      moves: [{ state: 'planned' }],
    });
    expect(rig.asked).toEqual(['cordon full']);
  });

  it('does not report a deletion without a response as failed, and waits for the replacement', async () => {
    await askedFor();
    rig.isSilent = true;
    expect(await rig.look()).toMatchObject({ problem: null, moves: [{ state: 'moving' }] });
    expect(await rig.deletions()).toMatchObject([{ outcome: 'requested' }]);
    rig.isSilent = false;
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ going: 'no', moves: [{ state: 'moved' }] });
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
  });

  it('holds the run when the replacement does not appear', async () => {
    await askedFor('all');
    await rig.look();
    expect(await rig.look(200)).toMatchObject({ going: 'no', problem: { code: 'runNotBack' } });
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ moves: [{ state: 'moved' }], problem: null });
  });

  it('closes a held run, whether it waits for a replacement or for the right to uncordon', async () => {
    await askedFor();
    await rig.look();
    await rig.look(200);
    rig.refuses = 'cannot patch nodes';
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undoing', problem: 'cannot patch nodes' });
    expect(await rig.end(false)).toMatchObject({ state: 'finished' });
  });
});
