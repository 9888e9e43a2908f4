import type { PlanNode, PlanPod, StayReason } from '@switchyard/cluster-rules/consolidation-plan';
import { type Known, known, unknown } from '@switchyard/cluster-rules/known';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { Db } from '../../../platform/database/database.ts';
import type { AffectedSession } from '../plan.schema.ts';
import type { ClusterConsole } from '../state/cluster-console.ts';
import { stalenessReason } from '../state/staleness-reason.ts';
import { type IsBudgeted, readBudgets } from './budgets.ts';
import type { PodFacts } from './placements.ts';
import { findAffectedSessions } from './plan.queries.ts';

export interface ClusterFacts {
  nodes: PlanNode[];
  sessionsByPod: ReadonlyMap<string, AffectedSession[]>;
}

export type PlanConsole = Pick<ClusterConsole, 'clusterState' | 'histories' | 'placements' | 'client'>;

/**
 * Everything that a plan and each of its steps are based on. Unknown as soon as any part is, because nothing is done on
 * partial data.
 */
export async function collectNodes(db: Db, console: PlanConsole, nowMs: number): Promise<Known<ClusterFacts>> {
  const { clusterState } = console;
  const stale = stalenessReason(clusterState, nowMs);
  if (stale !== null) return unknown(stale);
  const budgets = await readBudgets(console.client);
  if (!budgets.isKnown) return budgets;
  const sessionsByPod = await findAffectedSessions(db);
  const podsByNode = Map.groupBy(clusterState.pods(), (pod) => pod.nodeName);
  const nodes: PlanNode[] = [];
  for (const node of clusterState.nodes()) {
    nodes.push(
      planNode(console, node, podsByNode.get(node.name) ?? [], { isBudgeted: budgets.value, sessionsByPod, nowMs }),
    );
  }
  return known({ nodes, sessionsByPod });
}

interface PlanNodeContext {
  isBudgeted: IsBudgeted;
  sessionsByPod: ReadonlyMap<string, AffectedSession[]>;
  nowMs: number;
}

function planNode(
  { clusterState, histories, placements }: PlanConsole,
  node: NodeRow,
  pods: readonly PodRow[],
  { isBudgeted, sessionsByPod, nowMs }: PlanNodeContext,
): PlanNode {
  const facts = placements.node(node.name);
  const usage = clusterState.nodeUsage(node.name);
  const here = pods.filter((pod) => pod.phase !== 'Succeeded' && pod.phase !== 'Failed');
  const planPods = here.map((pod) => {
    const sessions = sessionsByPod.get(pod.name)?.length ?? 0;
    return planPod(pod, placements.pod(pod.uid), clusterState.podUsage(pod.uid), sessions, isBudgeted);
  });
  // A pod with anti-affinity, which is not evaluated here, rules its node out as a target.
  const hasAntiAffinity = here.some((pod) => placements.pod(pod.uid).hasAntiAffinity);
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
    maxPods: hasAntiAffinity ? 0 : (facts?.maxPods ?? 0),
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
