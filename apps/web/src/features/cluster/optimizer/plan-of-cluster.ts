import type { PlanNode } from '@switchyard/cluster-rules/consolidation-plan';
import type { ClusterStore, NodeView } from '../feed/cluster-store.ts';

/** Nodes taken in one go. */
const NODES_A_PORTION = 40;

/** The cluster as the consolidation plan sees it, in portions of a few milliseconds' work. */
export function* planPortions(store: ClusterStore, sessionsOf: (podName: string) => number): Generator<PlanNode[]> {
  let portion: PlanNode[] = [];
  for (const view of store.nodes()) {
    portion.push(planNode(store, view, sessionsOf));
    if (portion.length < NODES_A_PORTION) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

/** Usage that is not known counts as what was asked for, never as nothing. */
function planNode(
  store: ClusterStore,
  { node, memoryBytes, millicores }: NodeView,
  sessionsOf: (podName: string) => number,
): PlanNode {
  const pods = [...store.podsOn(node.name)].flatMap((uid) => {
    const view = store.pod(uid);
    if (!view || view.pod.phase === 'Succeeded' || view.pod.phase === 'Failed') return [];
    return {
      uid,
      name: view.pod.name,
      namespace: view.pod.namespace,
      memoryBytes: view.memoryBytes ?? view.pod.requestedBytes,
      millicores: view.millicores ?? view.pod.requestedMillicores,
      requestedBytes: view.pod.requestedBytes,
      requestedMillicores: view.pod.requestedMillicores,
      sessions: sessionsOf(view.pod.name),
      pinned: view.pod.pinned,
    };
  });
  return {
    name: node.name,
    type: node.type,
    isReady: node.status === 'Ready',
    allocatableBytes: node.allocatableBytes,
    allocatableMillicores: node.allocatableMillicores,
    memoryBytes: memoryBytes ?? pods.reduce((sum, pod) => sum + pod.memoryBytes, 0),
    millicores: millicores ?? pods.reduce((sum, pod) => sum + pod.millicores, 0),
    pods,
  };
}
