import { PRESSURE_PERCENT } from '@switchyard/cluster-rules/memory-pressure';
import { ruleExemption } from '@switchyard/cluster-rules/rule-reach';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { type MonitoredNode, memoryPercent, podsOn } from './monitored-nodes.ts';

/** A node as the terminate trigger sees it. Usage is null while unmeasured. */
export interface PressuredNode {
  name: string;
  memoryPercent: number | null;
  memoryBytes: number | null;
  /** Not loaded for a node that is not under pressure. */
  pods: { name: string; status: string; memoryBytes: number | null; pinned?: string | undefined; row: PodRow }[];
}

/** @param own the engines' namespace */
export function pressuredNode(store: ClusterStore, { view }: MonitoredNode, own: string | undefined): PressuredNode {
  const { name } = view.node;
  const percent = view.memoryBytes === null ? null : memoryPercent(view);
  const pods = percent !== null && percent >= PRESSURE_PERCENT ? podsOn(store, name) : [];
  return {
    name,
    memoryPercent: percent,
    memoryBytes: view.memoryBytes,
    pods: pods.map(({ pod, memoryBytes }) => {
      const { name, status } = pod;
      return { name, status, memoryBytes, pinned: ruleExemption(pod, own), row: pod };
    }),
  };
}
