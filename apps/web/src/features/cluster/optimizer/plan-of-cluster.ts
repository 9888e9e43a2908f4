import type { ClusterStore } from '../feed/cluster-store.ts';
import type { PlanNode } from '../rules/consolidation-plan.ts';

/** The cluster as the consolidation plan sees it. Usage that is not known counts as what was asked for, never as nothing. */
export function planNodes(store: ClusterStore, sessionsOf: (podName: string) => number): PlanNode[] {
  return [...store.nodes()].map(({ node, memoryBytes, millicores }) => {
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
  });
}
