import { PRESSURE_PERCENT } from '@switchyard/cluster-rules/memory-pressure';
import type { PodRow } from '@switchyard/contracts/cluster-rows';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { type MonitoredNode, memoryPercent, podsOn } from './monitored-nodes.ts';

/** A node as the terminate trigger sees it; null: not measured. */
export interface PressuredNode {
  name: string;
  memoryPercent: number | null;
  memoryBytes: number | null;
  /** Of a node that is not under pressure nobody asks for them. */
  pods: { name: string; status: string; memoryBytes: number | null; pinned?: string | undefined; row: PodRow }[];
}

export function pressuredNode(store: ClusterStore, { view }: MonitoredNode): PressuredNode {
  const { name } = view.node;
  const percent = view.memoryBytes === null ? null : memoryPercent(view);
  const pods = percent !== null && percent >= PRESSURE_PERCENT ? podsOn(store, name) : [];
  return {
    name,
    memoryPercent: percent,
    memoryBytes: view.memoryBytes,
    pods: pods.map(({ pod, memoryBytes }) => {
      const { status, pinned } = pod;
      return { name: pod.name, status, memoryBytes, pinned, row: pod };
    }),
  };
}
