import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ConsolidationPlan as Plan,
  type PlanNode,
  type PlanStep,
  planIncrementally,
} from '@switchyard/cluster-rules/consolidation-plan';
import type { ConsolidationPlan } from '@switchyard/contracts/cluster/plan';
import type { Db } from '../../../platform/database/database.ts';
import type { AffectedSession } from '../plan.schema.ts';
import { collectNodes, type PlanConsole } from './collect-nodes.ts';

/** Minimum time between two plans, however many callers there are, because planning walks the whole cluster. */
const PLAN_LIFETIME_MS = 15_000;
/** Maximum time per turn of the event loop while planning. */
const TURN_MS = 8;
const MAX_KEPT = 200;

interface CachedPlan {
  atMs: number;
  plan: Promise<ConsolidationPlan>;
}

const plans = new WeakMap<PlanConsole, CachedPlan>();

/** The current plan, cached for all callers. */
export function readPlan(db: Db, console: PlanConsole, nowMs: number): Promise<ConsolidationPlan> {
  const last = plans.get(console);
  if (last && nowMs - last.atMs < PLAN_LIFETIME_MS) return last.plan;
  const plan = makePlan(db, console, nowMs);
  plans.set(console, { atMs: nowMs, plan });
  // A failed plan is retried by the next caller.
  plan.catch(() => plans.delete(console));
  return plan;
}

async function makePlan(db: Db, console: PlanConsole, nowMs: number): Promise<ConsolidationPlan> {
  const facts = await collectNodes(db, console, nowMs);
  if (!facts.isKnown) return { unknown: facts.why, steps: [], kept: [], keptTotal: 0 };
  const { steps, kept } = await planOf(facts.value.nodes);
  return {
    unknown: null,
    steps: steps.map((step) => presentStep(step, facts.value.sessionsByPod)),
    kept: kept
      .slice(0, MAX_KEPT)
      .map(({ nodeName, why, pod }) => ({ nodeName, why, podName: pod?.name ?? null, podStays: pod?.stays ?? null })),
    keptTotal: kept.length,
  };
}

/** Plans for these nodes, in turns of the event loop. */
export async function planOf(nodes: readonly PlanNode[]): Promise<Plan> {
  const steps = planIncrementally(nodes);
  let beganMs = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - beganMs < TURN_MS) continue;
    await nextTurn();
    beganMs = performance.now();
  }
}

function presentStep({ node, moves }: PlanStep, sessionsByPod: ReadonlyMap<string, AffectedSession[]>) {
  return {
    nodeName: node.name,
    type: node.type,
    savedBytes: node.allocatableBytes,
    savedMillicores: node.allocatableMillicores,
    savedCostPerHour: node.costPerHour,
    moves: moves.map(({ pod, to }) => ({
      podUid: pod.uid,
      podName: pod.name,
      namespace: pod.namespace,
      memoryBytes: pod.memoryBytes,
      expectedOn: to,
      sessions: (sessionsByPod.get(pod.name) ?? []).map(presentAffected),
    })),
  };
}

/** The part of a session that operators see. */
export const presentAffected = ({ engineId, name, user }: AffectedSession) => ({ engineId, name, user });
