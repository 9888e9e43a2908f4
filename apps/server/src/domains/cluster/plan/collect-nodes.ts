import type { PlanNode, PlanPod, StayReason } from '@switchyard/cluster-rules/consolidation-plan';
import { type Known, known, unknown } from '@switchyard/cluster-rules/known';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { Db } from '../../../platform/database/database.ts';
import type { ClusterConsole } from '../picture/cluster-console.ts';
import { stalenessReason } from '../picture/staleness-reason.ts';
import type { HeldSession } from '../plan.schema.ts';
import { type IsBudgeted, readBudgets } from './budgets.ts';
import type { PodFacts } from './placements.ts';
import { findTouchedSessions } from './plan.queries.ts';

export interface ClusterFacts {
  nodes: PlanNode[];
  sessionsByPod: ReadonlyMap<string, HeldSession[]>;
}

export type PlanConsole = Pick<ClusterConsole, 'picture' | 'histories' | 'placements' | 'client'>;

/**
 * All that a plan, and each of its steps, goes by; unknown as soon as a part of it is: nothing is done by half a
 * picture.
 */
export async function collectNodes(db: Db, console: PlanConsole, nowMs: number): Promise<Known<ClusterFacts>> {
  const { picture } = console;
  const stale = stalenessReason(picture, nowMs);
  if (stale !== null) return unknown(stale);
  const budgets = await readBudgets(console.client);
  if (!budgets.isKnown) return budgets;
  const sessionsByPod = await findTouchedSessions(db);
  const podsByNode = Map.groupBy(picture.pods(), (pod) => pod.nodeName);
  const nodes: PlanNode[] = [];
  for (const node of picture.nodes()) {
    nodes.push(
      planNode(console, node, podsByNode.get(node.name) ?? [], { isBudgeted: budgets.value, sessionsByPod, nowMs }),
    );
  }
  return known({ nodes, sessionsByPod });
}

interface Beside {
  isBudgeted: IsBudgeted;
  sessionsByPod: ReadonlyMap<string, HeldSession[]>;
  nowMs: number;
}

function planNode(
  { picture, histories, placements }: PlanConsole,
  node: NodeRow,
  pods: readonly PodRow[],
  { isBudgeted, sessionsByPod, nowMs }: Beside,
): PlanNode {
  const facts = placements.node(node.name);
  const usage = picture.nodeUsage(node.name);
  const here = pods.filter((pod) => pod.phase !== 'Succeeded' && pod.phase !== 'Failed');
  const planPods = here.map((pod) => {
    const sessions = sessionsByPod.get(pod.name)?.length ?? 0;
    return planPod(pod, placements.pod(pod.uid), picture.podUsage(pod.uid), sessions, isBudgeted);
  });
  // A pod that keeps others away, by rules that are not judged here, makes its node no place to send anybody.
  const isChoosy = here.some((pod) => placements.pod(pod.uid).isChoosy);
  return {
    name: node.name,
    type: node.type,
    placement: facts?.placement ?? { name: node.name, labels: {}, taints: [] },
    isOpen: node.status === 'Ready' && facts !== undefined && usage !== undefined,
    isControlPlane: facts?.isControlPlane ?? true,
    costPerHour: facts?.costPerHour ?? null,
    capacityBytes: node.capacityBytes,
    allocatableBytes: node.allocatableBytes,
    allocatableMillicores: node.allocatableMillicores,
    maxPods: isChoosy ? 0 : (facts?.mostPods ?? 0),
    memoryBytes: usage?.[2] ?? 0,
    millicores: usage?.[1] ?? 0,
    growth: histories.forecast(node, nowMs),
    pods: planPods,
  };
}

function planPod(
  pod: PodRow,
  facts: PodFacts,
  usage: readonly [string, number, number] | undefined,
  sessions: number,
  isBudgeted: IsBudgeted,
): PlanPod {
  const { uid, name, namespace, requestedBytes, requestedMillicores } = pod;
  return {
    uid,
    name,
    namespace,
    requestedBytes,
    requestedMillicores,
    memoryBytes: usage?.[2] ?? requestedBytes,
    millicores: usage?.[1] ?? requestedMillicores,
    sessions,
    placement: facts.placement,
    stays: facts.stays ?? staysNow(pod, facts, usage !== undefined, isBudgeted),
  };
}

function staysNow(pod: PodRow, facts: PodFacts, isMeasured: boolean, isBudgeted: IsBudgeted): StayReason | undefined {
  if (isBudgeted({ namespace: pod.namespace, labels: facts.labels })) return 'budget';
  if (pod.status !== 'Running') return 'not-running';
  return isMeasured ? undefined : 'unmeasured';
}
