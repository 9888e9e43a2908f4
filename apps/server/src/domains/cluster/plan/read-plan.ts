import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ConsolidationPlan as Plan,
  type PlanNode,
  type PlanStep,
  planIncrementally,
} from '@switchyard/cluster-rules/consolidation-plan';
import type { ConsolidationPlan } from '@switchyard/contracts/cluster/plan';
import type { Db } from '../../../platform/database/database.ts';
import type { HeldSession } from '../plan.schema.ts';
import { collectNodes, type PlanConsole } from './collect-nodes.ts';

/** A plan is made anew at most this often, however many ask: it walks the whole cluster. */
const PLAN_LASTS_MS = 15_000;
/** So long others wait for a turn meanwhile, at most. */
const TURN_MS = 8;
const MAX_KEPT = 200;

interface MadePlan {
  atMs: number;
  plan: Promise<ConsolidationPlan>;
}

const made = new WeakMap<PlanConsole, MadePlan>();

/** The plan as it stands, for whoever asks. */
export function readPlan(db: Db, console: PlanConsole, nowMs: number): Promise<ConsolidationPlan> {
  const last = made.get(console);
  if (last && nowMs - last.atMs < PLAN_LASTS_MS) return last.plan;
  const plan = makePlan(db, console, nowMs);
  made.set(console, { atMs: nowMs, plan });
  // What failed is asked again by the next one who comes.
  plan.catch(() => made.delete(console));
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

/** The plan for these nodes; others have their turns meanwhile. */
export async function planOf(nodes: readonly PlanNode[]): Promise<Plan> {
  const going = planIncrementally(nodes);
  let beganMs = performance.now();
  for (;;) {
    const { done, value } = going.next();
    if (done) return value;
    if (performance.now() - beganMs < TURN_MS) continue;
    await nextTurn();
    beganMs = performance.now();
  }
}

function presentStep({ node, moves }: PlanStep, sessionsByPod: ReadonlyMap<string, HeldSession[]>) {
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
      sessions: (sessionsByPod.get(pod.name) ?? []).map(touched),
    })),
  };
}

/** What operators see of a session. */
export const touched = ({ engineId, name, user }: HeldSession) => ({ engineId, name, user });
