import type { ClusterStore, PodView } from '../feed/cluster-store.ts';
import { filterNodes, type PodUsageFilter, type UsageFilter } from '../rules/node-filters.ts';
import { type MonitoredNode, podsOn } from './monitored-nodes.ts';

export interface ShownNode {
  node: MonitoredNode;
  /** Those that match the pod filter; null: all of them. */
  pods: readonly PodView[] | null;
}

/** Unmeasured usage counts as zero in the filters, so that a threshold hides it. */
const measured = (of: { millicores: number | null; memoryBytes: number | null }, { view }: MonitoredNode) => ({
  cpu: { usage: of.millicores ?? 0, capacity: view.node.capacityMillicores },
  memory: { usage: of.memoryBytes ?? 0, capacity: view.node.capacityBytes },
});

/** The nodes that match both filters, each with its pods that match the pod filter (spec 001 section 5). */
export function shownNodes(
  nodes: readonly MonitoredNode[],
  store: ClusterStore,
  nodeFilter: UsageFilter,
  podFilter: PodUsageFilter,
): ShownNode[] {
  const rows = nodes.map((node) => ({
    name: node.view.node.name,
    metrics: measured(node.view, node),
    pods: (podFilter.enabled ? podsOn(store, node.view.node.name) : []).map((view) => ({
      name: view.pod.name,
      metrics: measured(view, node),
      view,
    })),
    node,
  }));
  type Row = (typeof rows)[number];
  return filterNodes<Row['pods'][number], Row>(rows, nodeFilter, podFilter).map(({ node, pods }) => ({
    node: node.node,
    pods: podFilter.enabled ? pods.map((pod) => pod.view) : null,
  }));
}
