import { isGatewayPod } from '@switchyard/cluster-rules/gateway-pods';
import { type Known, mapKnown } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';

/** A pod of the gateway console: what the stream tells of it, and its sessions. */
export interface GatewayPodView {
  pod: PodRow;
  sessions: Known<readonly EngineSessionRow[]>;
}

const NO_SESSIONS: readonly EngineSessionRow[] = [];

/**
 * The gateway pods of the cluster as this page knows it. A view is the same object until its pod or its sessions are
 * another.
 */
export class GatewayPods {
  readonly #store: Pick<ClusterStore, 'pods' | 'node'>;
  #views = new Map<string, GatewayPodView>();

  constructor(store: Pick<ClusterStore, 'pods' | 'node'>) {
    this.#store = store;
  }

  /** All of them now. One that is known as a gateway pod by its sessions alone is missing while those are not known. */
  list(byPod: EngineSessions['byPod']): GatewayPodView[] {
    const views = new Map<string, GatewayPodView>();
    // Of tens of thousands, again and again: nothing is made for a pod of which all is as it was.
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

/** Whether they are what was known of a pod's sessions before. @param rows null: not known, `byPod` says why */
function isSame(
  before: GatewayPodView['sessions'],
  rows: readonly EngineSessionRow[] | null,
  byPod: EngineSessions['byPod'],
): boolean {
  return before.isKnown ? before.value === rows : !byPod.isKnown && before.why === byPod.why;
}
