import type { Action, ActionDeps } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { operateClusterRefusal } from '../cluster.policy.ts';
import { recordClusterAction } from '../record-cluster-action.ts';
import { lockRun, type PlanRunRecord, writeRun } from './plan.queries.ts';
import { planHeld } from './start-run.ts';

/**
 * Lets the run move the next pod, or all remaining ones one at a time, on behalf of the caller.
 * @throws Refusal `PLAN_HELD` if the node is not cordoned yet, a pod is being moved, or the next pod is not the one the
 * caller saw
 */
export const advancePlanRun: Action<{ id: string; going: 'one' | 'all'; podUid: string }, PlanRunRecord> = (
  deps,
  actor,
  { id, going, podUid },
) =>
  command(deps, actor, id, async (tx, run) => {
    const next = run.moves.find((move) => move.state === 'planned');
    if (run.state !== 'open') throw planHeld('It is being closed.');
    if (run.cordonedByRun === null) throw planHeld(`${run.nodeName} is not cordoned yet.`);
    if (isUnderWay(run)) throw planHeld('A pod is on its way; the next one waits for it.');
    if (next?.podUid !== podUid) throw planHeld('Another pod is next than the one that you saw.');
    const details = { run: run.id, going, pod: next.podName };
    await recordClusterAction(tx, actor, { action: 'plan.advance', subject: run.nodeName, details });
    const { userId: actorId, email: actorEmail, fullName: actorName, workspaceId: actorWorkspaceId } = actor;
    return { going, problem: null, actorId, actorEmail, actorName, actorWorkspaceId };
  });

/** Stops the run from moving further pods. A pod that is being moved still arrives. */
export const stopPlanRun: Action<{ id: string }, PlanRunRecord> = (deps, actor, { id }) =>
  command(deps, actor, id, async (tx, run) => {
    await recordClusterAction(tx, actor, {
      action: 'plan.stop',
      subject: run.nodeName,
      details: { run: id },
    });
    return { going: 'no' };
  });

/**
 * Closes a run, even if its uncordon or last replacement keeps failing.
 * @throws Refusal `PLAN_HELD` while a pod is being moved
 */
export const endPlanRun: Action<{ id: string; uncordon: boolean }, PlanRunRecord> = (deps, actor, { id, uncordon }) =>
  command(deps, actor, id, async (tx, run) => {
    if (isUnderWay(run) && run.problem === null)
      throw planHeld('A pod is on its way. Stop, and end it once the pod has arrived.');
    const details = { run: id, uncordon };
    await recordClusterAction(tx, actor, { action: 'plan.end', subject: run.nodeName, details });
    return { state: uncordon ? 'undoing' : 'finished', going: 'no', problem: null };
  });

const isUnderWay = ({ going, moves }: PlanRunRecord) => going !== 'no' || moves.some((move) => move.state === 'moving');

async function command(
  { db }: ActionDeps,
  actor: Actor,
  id: string,
  change: (tx: Db, run: PlanRunRecord) => Promise<Parameters<typeof writeRun>[2]>,
) {
  authorize(operateClusterRefusal(actor));
  const result = await db.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (!run) throw new Refusal('NOT_FOUND');
    if (run.state === 'undone' || run.state === 'finished') throw planHeld('It is closed.');
    return writeRun(tx, id, await change(tx, run));
  });
  return { result, events: [] };
}
