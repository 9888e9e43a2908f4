import type { NodeType } from '@switchyard/contracts/cluster-rows';
import type { ClusterStore, NodeView, PodView } from '../feed/cluster-store.ts';

export interface ListedNode {
  name: string;
  type: NodeType;
  pods: number;
  sessions: number;
}

/** Nodes of the chosen types, by ascending session count (spec 001 section 2.1), then by name. */
export function listNodes(
  store: Pick<ClusterStore, 'nodes' | 'podsOn' | 'pod'>,
  types: ReadonlySet<NodeType>,
  sessionsOf: (podName: string) => number,
): ListedNode[] {
  const listed: ListedNode[] = [];
  for (const { node } of store.nodes() as Iterable<NodeView>) {
    if (!types.has(node.type)) continue;
    const uids = store.podsOn(node.name);
    let sessions = 0;
    for (const uid of uids) sessions += sessionsOf(store.pod(uid)?.pod.name ?? '');
    listed.push({ name: node.name, type: node.type, pods: uids.size, sessions });
  }
  return listed.sort((one, other) => one.sessions - other.sessions || one.name.localeCompare(other.name));
}

/** Contains match on name, status, app, namespace and node, case-insensitive. */
export function matchesPod({ pod }: PodView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return true;
  return [pod.name, pod.status, pod.app, pod.namespace, pod.nodeName, pod.podId].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** Uids of the pods on nodes of the chosen types, heaviest first (or lightest), then by name; unmeasured ones last. */
export function listPods(
  store: Pick<ClusterStore, 'pods' | 'node'>,
  types: ReadonlySet<NodeType>,
  search: string,
  isDescending = true,
): string[] {
  const found: PodView[] = [];
  for (const view of store.pods()) {
    const type = store.node(view.pod.nodeName)?.node.type;
    // A pod that has no node yet belongs to neither type and is never hidden.
    if ((type === undefined || types.has(type)) && matchesPod(view, search)) found.push(view);
  }
  const sign = isDescending ? -1 : 1;
  found.sort((one, other) => {
    if (one.memoryBytes === null || other.memoryBytes === null) {
      return Number(one.memoryBytes === null) - Number(other.memoryBytes === null) || byName(one, other);
    }
    return sign * (one.memoryBytes - other.memoryBytes) || byName(one, other);
  });
  return found.map((view) => view.pod.uid);
}

function byName(one: PodView, other: PodView): number {
  return one.pod.name < other.pod.name ? -1 : one.pod.name > other.pod.name ? 1 : 0;
}
