import { HISTORY_SAMPLES, type UsageHistoryRow } from '@switchyard/contracts/cluster/history';
import type { ClusterState } from '../state/cluster-state.ts';
import { UsageHistory } from './usage-history.ts';

/** Twice the largest fleet that the console is measured with: 30 MB. */
const MAX_PODS = 40_000;
const MAX_NODES = 5_000;

/** CPU, memory and restarts of every pod and node over the last hour. In memory only: starts empty with the server. */
export class ClusterHistory {
  readonly #clusterState: ClusterState;
  readonly #pods = new UsageHistory(HISTORY_SAMPLES, MAX_PODS);
  readonly #nodes = new UsageHistory(HISTORY_SAMPLES, MAX_NODES);

  constructor(clusterState: ClusterState) {
    this.#clusterState = clusterState;
  }

  get lastAtMs(): number | null {
    return this.#pods.lastAtMs;
  }

  /** Samples the current state, unless the cluster state is unavailable. */
  take(nowMs: number): void {
    if (this.#clusterState.feed.pods.state !== 'live') return;
    this.#pods.take(this.#podsNow(), nowMs);
    this.#nodes.take(this.#nodesNow(), nowMs);
  }

  pods(uids: readonly string[]): UsageHistoryRow[] {
    return rowsOf(this.#pods, uids);
  }

  nodes(names: readonly string[]): UsageHistoryRow[] {
    return rowsOf(this.#nodes, names);
  }

  *#podsNow() {
    const isMeasured = this.#clusterState.feed.metrics.state === 'live';
    for (const { uid, restarts } of this.#clusterState.pods()) {
      const usage = isMeasured ? this.#clusterState.podUsage(uid) : undefined;
      yield { key: uid, millicores: usage?.[1] ?? null, memoryBytes: usage?.[2] ?? null, restarts };
    }
  }

  *#nodesNow() {
    const isMeasured = this.#clusterState.feed.metrics.state === 'live';
    for (const { name } of this.#clusterState.nodes()) {
      const usage = isMeasured ? this.#clusterState.nodeUsage(name) : undefined;
      yield { key: name, millicores: usage?.[1] ?? null, memoryBytes: usage?.[2] ?? null, restarts: null };
    }
  }
}

const rowsOf = (history: UsageHistory, keys: readonly string[]): UsageHistoryRow[] =>
  keys.flatMap((key) => {
    const samples = history.of(key);
    return samples ? [{ key, ...samples }] : [];
  });
