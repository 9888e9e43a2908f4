import { isGatewayPod } from '@switchyard/cluster-rules/gateway-pods';
import { type Known, mapKnown } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';

/** A pod of the gateway console: its state from the stream, and its sessions. */
export interface GatewayPodView {
  pod: PodRow;
  sessions: Known<readonly EngineSessionRow[]>;
}

const NO_SESSIONS: readonly EngineSessionRow[] = [];

/** The gateway pods of the cluster known to this page. A view is the same object until its pod or sessions change. */
export class GatewayPods {
  readonly #store: Pick<ClusterStore, 'pods' | 'node'>;
  #views = new Map<string, GatewayPodView>();

  constructor(store: Pick<ClusterStore, 'pods' | 'node'>) {
    this.#store = store;
  }

  /** All gateway pods now. Pods known as such only by their sessions are missing while those are unknown. */
  list(byPod: EngineSessions['byPod']): GatewayPodView[] {
    const views = new Map<string, GatewayPodView>();
    // Runs often over tens of thousands of pods: allocate nothing for an unchanged one.
    for (const { pod } of this.#store.pods()) {
      const rows = byPod.isKnown ? (byPod.value.get(pod.name) ?? NO_SESSIONS) : null;
      if (!isGatewayPod(pod, this.#store.node(pod.nodeName)?.node.type, (rows?.length ?? 0) > 0)) continue;
      const before = this.#views.get(pod.uid);
      if (before?.pod === pod && isSame(before.sessions, rows, byPod)) views.set(pod.uid, before);
      else views.set(pod.uid, { pod, sessions: mapKnown(byPod, () => rows ?? NO_SESSIONS) });
    }
    this.#views = views;
    return [...views.values()];
  }
}

/** Whether a pod's sessions are unchanged. @param rows null if unknown; `byPod` has the reason */
function isSame(
  before: GatewayPodView['sessions'],
  rows: readonly EngineSessionRow[] | null,
  byPod: EngineSessions['byPod'],
): boolean {
  return before.isKnown ? before.value === rows : !byPod.isKnown && before.why === byPod.why;
}
