import { movable, type PlanMove, type PlanNode, type PlanPod } from '@switchyard/cluster-rules/consolidation-plan';
import type { Action, ActionDeps } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { operateClusterRefusal } from '../cluster.policy.ts';
import { planRuns, type RunMove } from '../plan.schema.ts';
import { recordClusterAction } from '../record-cluster-action.ts';
import { type ClusterFacts, collectNodes, type PlanConsole } from './collect-nodes.ts';
import type { PlanRunRecord } from './plan.queries.ts';
import { planOf } from './read-plan.ts';

type RunDeps = ActionDeps & { console: PlanConsole };

interface Input {
  nodeName: string;
  purpose: 'empty' | 'relieve';
}

/**
 * Starts to empty a node, or to relieve a node that is filling up. The leading process cordons it; no pod is moved
 * before a person says so.
 * @throws Refusal `PLAN_HELD` if the data is incomplete, the node must stay as it is, or a run is already open
 */
export const startPlanRun: Action<Input, PlanRunRecord, RunDeps> = async (deps, actor, { nodeName, purpose }) => {
  authorize(operateClusterRefusal(actor));
  const { db, clock, console } = deps;
  const row = console.clusterState.node(nodeName);
  if (!row) throw new Refusal('NOT_FOUND');
  const facts = await collectNodes(db, console, clock.now().getTime());
  if (!facts.isKnown) throw planHeld(facts.why);
  const node = facts.value.nodes.find((candidate) => candidate.name === nodeName);
  if (!node) throw new Refusal('NOT_FOUND');
  const moves = purpose === 'empty' ? await movesToEmpty(facts.value, node) : movesToRelieve(node);
  const run = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(planRuns)
      .values({
        nodeName,
        nodeUid: row.uid,
        purpose,
        moves: moves.map((move) => plannedMove(deps, facts.value, move)),
        actorId: actor.userId,
        actorEmail: actor.email,
        actorName: actor.fullName,
        actorWorkspaceId: actor.workspaceId,
      })
      .onConflictDoNothing()
      .returning();
    if (!created) throw planHeld(`Somebody is at work on ${nodeName} already.`);
    const details = { run: created.id, purpose, pods: moves.map((move) => move.pod.name) };
    await recordClusterAction(tx, actor, { action: 'plan.start', subject: nodeName, details });
    return created;
  });
  return { result: run, events: [] };
};

export const planHeld = (reason: string) => new Refusal('PLAN_HELD', undefined, reason);

type Move = Pick<PlanMove, 'pod'> & { to: string | null };

async function movesToEmpty({ nodes }: ClusterFacts, node: PlanNode): Promise<Move[]> {
  const { steps, kept } = await planOf(nodes);
  const step = steps.find((candidate) => candidate.node === node);
  if (step) return step.moves;
  const obstacle = kept.find((entry) => entry.nodeName === node.name);
  throw planHeld(
    `${node.name} cannot be emptied now: ${obstacle?.why ?? 'it is not in the plan'}${obstacle?.pod ? ` (${obstacle.pod.name})` : ''}.`,
  );
}

/** Heaviest first. Each destination is chosen when its turn comes, because the cluster will have changed by then. */
function movesToRelieve(node: PlanNode): Move[] {
  const moves = movable(node)
    .sort((a, b) => b.memoryBytes - a.memoryBytes)
    .map((pod) => ({ pod, to: null }));
  if (moves.length === 0) throw planHeld(`No pod of ${node.name} may be moved.`);
  return moves;
}

function plannedMove(
  { console: { clusterState } }: RunDeps,
  { sessionsByPod }: ClusterFacts,
  { pod, to }: Move,
): RunMove {
  const { owner = '', app = '', podId = '' } = clusterState.podNamed(pod.namespace, pod.name) ?? {};
  return {
    ...namesOf(pod),
    owner,
    app,
    podId,
    expectedOn: to,
    sessions: sessionsByPod.get(pod.name) ?? [],
    ...PLANNED,
  };
}

const namesOf = ({ uid, name, namespace, memoryBytes }: PlanPod) => ({
  podUid: uid,
  podName: name,
  namespace,
  memoryBytes,
});

const PLANNED = { state: 'planned', askedAtMs: null, replacementUid: null, landedOn: null, tookMs: null } as const;
