import type { Action, ActionDeps } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { operateClusterRefusal } from '../cluster.policy.ts';
import { recordClusterAction } from '../record-cluster-action.ts';
import { lockRun, type PlanRunRecord, writeRun } from './plan.queries.ts';
import { held } from './start-run.ts';

/**
 * Has the next pod moved, or all that are left, one at a time: as the caller's doing.
 * @throws Refusal `PLAN_HELD`: the node is not cordoned yet, a pod is on its way, or another pod is next than the
 *   caller saw
 */
export const advancePlanRun: Action<{ id: string; going: 'one' | 'all'; podUid: string }, PlanRunRecord> = (
  deps,
  actor,
  { id, going, podUid },
) =>
  command(deps, actor, id, async (tx, run) => {
    const next = run.moves.find((move) => move.state === 'planned');
    if (run.state !== 'open') throw held('It is being closed.');
    if (run.cordonedByRun === null) throw held(`${run.nodeName} is not cordoned yet.`);
    if (isUnderWay(run)) throw held('A pod is on its way; the next one waits for it.');
    if (next?.podUid !== podUid) throw held('Another pod is next than the one that you saw.');
    const details = { run: run.id, going, pod: next.podName };
    await recordClusterAction(tx, actor, { action: 'plan.advance', subject: run.nodeName, details });
    const { userId: actorId, email: actorEmail, fullName: actorName, workspaceId: actorWorkspaceId } = actor;
    return { going, problem: null, actorId, actorEmail, actorName, actorWorkspaceId };
  });

/** Has no further pod moved. One that is on its way arrives. */
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
 * Closes it; also one whose uncordoning or last replacement does not come to pass.
 * @throws Refusal `PLAN_HELD` while a pod is on its way
 */
export const endPlanRun: Action<{ id: string; uncordon: boolean }, PlanRunRecord> = (deps, actor, { id, uncordon }) =>
  command(deps, actor, id, async (tx, run) => {
    if (isUnderWay(run) && run.problem === null)
      throw held('A pod is on its way. Stop, and end it once the pod has arrived.');
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
    if (run.state === 'undone' || run.state === 'finished') throw held('It is closed.');
    return writeRun(tx, id, await change(tx, run));
  });
  return { result, events: [] };
}
