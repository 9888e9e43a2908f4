import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlanRig } from '../../../../test/plan-rig.ts';

let rig: PlanRig;
beforeEach(async () => {
  rig = await PlanRig.start();
});
afterEach(() => rig.stop());

/** A run that has cordoned its node and been told to move its one pod. @returns the pod's uid */
async function askedFor(going: 'one' | 'all' = 'one'): Promise<string> {
  const uid = rig.putPod('engine-1', 'full');
  await rig.start('full');
  await rig.look();
  await rig.advance(going, uid);
  return uid;
}

/** A move that is recorded as asked for, as a server leaves it that ends before it deletes. @returns the pod's uid */
async function recordedMove(): Promise<string> {
  const uid = await askedFor();
  await rig.database.pool.query(
    `update plan_runs set moves = jsonb_set(jsonb_set(moves, '{0,state}', '"moving"'), '{0,askedAtMs}', to_jsonb($1::bigint))`,
    [rig.nowMs],
  );
  return uid;
}

describe('each move is looked at once more', () => {
  async function heldAt(change: () => void | Promise<void>) {
    await askedFor();
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
    await askedFor();
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

  it('a cordon whose answer is lost is known as the run’s own, and undone with it', async () => {
    rig.putPod('engine-1', 'full');
    rig.isSilent = true;
    await rig.start('full');
    const unsure = { cordonedByRun: true, problem: 'It is not known whether the node was cordoned.' };
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

  it('undone while it is not known: the node is welcome again', async () => {
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

  it('what is refused is not asked every second, however long it lasts', async () => {
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

  it('a pod that takes long to end is waited for, and not deleted again', async () => {
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
    await askedFor();
    rig.isSilent = true;
    expect(await rig.look()).toMatchObject({ problem: null, moves: [{ state: 'moving' }] });
    expect(await rig.deletions()).toMatchObject([{ outcome: 'requested' }]);
    rig.isSilent = false;
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ going: 'no', moves: [{ state: 'moved' }] });
    expect(rig.asked).toEqual(['cordon full', 'delete engine-1']);
  });

  it('a replacement that does not come holds it', async () => {
    await askedFor('all');
    await rig.look();
    expect(await rig.look(200)).toMatchObject({ going: 'no', problem: expect.stringMatching(/has not come back/) });
    rig.putPod('engine-2', 'roomy');
    expect(await rig.look()).toMatchObject({ moves: [{ state: 'moved' }], problem: null });
  });

  it('a run that is held can be closed, whatever it waits for: for a replacement, or for the right to uncordon', async () => {
    await askedFor();
    await rig.look();
    await rig.look(200);
    rig.refuses = 'cannot patch nodes';
    await rig.end(true);
    expect(await rig.look()).toMatchObject({ state: 'undoing', problem: 'cannot patch nodes' });
    expect(await rig.end(false)).toMatchObject({ state: 'finished' });
  });
});
