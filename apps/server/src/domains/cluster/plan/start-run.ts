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
 * Begins to empty a node, or to relieve one that fills up. Whoever leads the work cordons it; no pod is moved before
 * somebody says so.
 * @throws Refusal `PLAN_HELD`: what it needs is not known, the node must stay as it is, or somebody is at it already
 */
export const startPlanRun: Action<Input, PlanRunRecord, RunDeps> = async (deps, actor, { nodeName, purpose }) => {
  authorize(operateClusterRefusal(actor));
  const { db, clock, console } = deps;
  const row = console.picture.node(nodeName);
  if (!row) throw new Refusal('NOT_FOUND');
  const facts = await collectNodes(db, console, clock.now().getTime());
  if (!facts.isKnown) throw held(facts.why);
  const node = facts.value.nodes.find((node) => node.name === nodeName);
  if (!node) throw new Refusal('NOT_FOUND');
  const moves = purpose === 'empty' ? await movesToEmpty(facts.value, node) : movesToRelieve(node);
  const run = await db.transaction(async (tx) => {
    const [made] = await tx
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
    if (!made) throw held(`Somebody is at work on ${nodeName} already.`);
    const details = { run: made.id, purpose, pods: moves.map((move) => move.pod.name) };
    await recordClusterAction(tx, actor, { action: 'plan.start', subject: nodeName, details });
    return made;
  });
  return { result: run, events: [] };
};

export const held = (why: string) => new Refusal('PLAN_HELD', undefined, why);

type Move = Pick<PlanMove, 'pod'> & { to: string | null };

async function movesToEmpty({ nodes }: ClusterFacts, node: PlanNode): Promise<Move[]> {
  const { steps, kept } = await planOf(nodes);
  const step = steps.find((step) => step.node === node);
  if (step) return step.moves;
  const why = kept.find((one) => one.nodeName === node.name);
  throw held(
    `${node.name} cannot be emptied now: ${why?.why ?? 'it is not in the plan'}${why?.pod ? ` (${why.pod.name})` : ''}.`,
  );
}

/** Heaviest first. Where each will go is worked out when its turn comes: the cluster is another one by then. */
function movesToRelieve(node: PlanNode): Move[] {
  const moves = movable(node)
    .sort((one, other) => other.memoryBytes - one.memoryBytes)
    .map((pod) => ({ pod, to: null }));
  if (moves.length === 0) throw held(`No pod of ${node.name} may be moved.`);
  return moves;
}

function plannedMove({ console: { picture } }: RunDeps, { sessionsByPod }: ClusterFacts, { pod, to }: Move): RunMove {
  const { owner = '', app = '', podId = '' } = picture.podNamed(pod.namespace, pod.name) ?? {};
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
