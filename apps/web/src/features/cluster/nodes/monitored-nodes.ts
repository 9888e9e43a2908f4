import { isGatewayPod } from '@switchyard/cluster-rules/gateway-pods';
import { percentOf } from '@switchyard/cluster-rules/usage';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore, NodeView, PodView } from '../feed/cluster-store.ts';

/** A node of the monitor, from the stream. */
export interface MonitoredNode {
  view: NodeView;
  /** Whether it carries gateway pods, by its taint or by running one: only such nodes are relieved automatically. */
  isGateway: boolean;
  podCount: number;
}

/**
 * All nodes known to the page, or those that carry gateway pods (spec 001 section 7: the node listing's argument is
 * `gateway`).
 */
export function monitoredNodes(
  store: ClusterStore,
  byPod: EngineSessions['byPod'],
  type: 'gateway' | 'all',
): MonitoredNode[] {
  const serves = (podName: string) => byPod.isKnown && byPod.value.has(podName);
  const found: MonitoredNode[] = [];
  for (const view of store.nodes()) {
    const { name, type: nodeType } = view.node;
    const isGateway =
      nodeType === 'gateway' || podsOn(store, name).some(({ pod }) => isGatewayPod(pod, nodeType, serves(pod.name)));
    if (type === 'all' || isGateway) found.push({ view, isGateway, podCount: store.podsOn(name).size });
  }
  return found;
}

export const podsOn = (store: ClusterStore, nodeName: string): PodView[] =>
  [...store.podsOn(nodeName)].flatMap((uid) => store.pod(uid) ?? []);

/** Percentages of a node; 0 if unmeasured, which is shown as such. */
export const cpuPercent = ({ node, millicores }: NodeView) => percentOf(millicores ?? 0, node.capacityMillicores);
export const memoryPercent = ({ node, memoryBytes }: NodeView) => percentOf(memoryBytes ?? 0, node.capacityBytes);

/** A pod's share of its node's CPU. */
export const podCpuPercent = ({ millicores }: PodView, { node }: NodeView) =>
  percentOf(millicores ?? 0, node.capacityMillicores);
