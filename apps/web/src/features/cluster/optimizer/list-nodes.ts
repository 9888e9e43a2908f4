import type { Known } from '@switchyard/cluster-rules/known';
import type { NodeType } from '@switchyard/contracts/cluster/rows';
import type { ClusterStore, NodeView, PodView } from '../feed/cluster-store.ts';

export interface ListedNode {
  name: string;
  type: NodeType;
  pods: number;
  /** Null: unknown. */
  sessions: number | null;
}

/**
 * Nodes of the chosen types, by ascending session count (spec 001 section 2.1), then by name.
 * @param sessionsByPod sessions by pod name
 */
export function listNodes(
  store: Pick<ClusterStore, 'nodes' | 'podsOn' | 'pod' | 'podsNamed'>,
  types: ReadonlySet<NodeType>,
  sessionsByPod: Known<ReadonlyMap<string, { length: number }>>,
): ListedNode[] {
  const sessionsOn = new Map<string, number>();
  for (const [podName, { length }] of sessionsByPod.isKnown ? sessionsByPod.value : []) {
    for (const uid of store.podsNamed(podName)) {
      const nodeName = store.pod(uid)?.pod.nodeName ?? '';
      sessionsOn.set(nodeName, (sessionsOn.get(nodeName) ?? 0) + length);
    }
  }
  const listed: ListedNode[] = [];
  for (const { node } of store.nodes() as Iterable<NodeView>) {
    if (!types.has(node.type)) continue;
    const { name, type } = node;
    listed.push({
      name,
      type,
      pods: store.podsOn(name).size,
      sessions: sessionsByPod.isKnown ? (sessionsOn.get(name) ?? 0) : null,
    });
  }
  return listed.sort((a, b) => (a.sessions ?? 0) - (b.sessions ?? 0) || compareTexts(a.name, b.name));
}

/** Plain character order: names are machine-made, and a thousand locale comparisons at every change would be felt. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Contains match on name, status, app, namespace and node, ignoring case. */
export function matchesPod({ pod }: PodView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return true;
  return [pod.name, pod.status, pod.app, pod.namespace, pod.nodeName, pod.podId].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
