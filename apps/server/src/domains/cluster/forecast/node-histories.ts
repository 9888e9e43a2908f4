import { setImmediate as nextTurn } from 'node:timers/promises';
import { HISTORY_MINUTES, type MemoryMinute, withMeasurement } from '@switchyard/cluster-rules/memory-history';
import { forecastNode, type NodeForecast } from '@switchyard/cluster-rules/pressure-forecast';
import type { NodeRow } from '@switchyard/contracts/cluster/rows';
import type { ClusterState } from '../state/cluster-state.ts';

const MINUTE_MS = 60_000;
/** Maximum time per turn of the event loop while all forecasts are computed. */
const TURN_MS = 8;
/** Measurements arrive four times a minute; a failed one does not invalidate every forecast. */
const FORECAST_LIFETIME_MS = 50_000;

type NodeCapacity = Pick<NodeRow, 'uid' | 'capacityBytes'>;

/** The last hour of every node's memory by node uid, so that a node recreated under the same name starts afresh. */
export class NodeHistories {
  #byUid = new Map<string, MemoryMinute[]>();
  #forecasts = new Map<string, { atMs: number; forecast: NodeForecast | null }>();

  /**
   * Adds new measurements, and removes nodes that no longer exist.
   * @param measured names of the nodes that were measured: the cluster state also has the last usage of others
   */
  measure(clusterState: Pick<ClusterState, 'nodes' | 'nodeUsage'>, measured: ReadonlySet<string>, atMs: number): void {
    const updated = new Map<string, MemoryMinute[]>();
    for (const node of clusterState.nodes()) {
      const usage = measured.has(node.name) ? clusterState.nodeUsage(node.name) : undefined;
      const history = this.#byUid.get(node.uid) ?? [];
      updated.set(node.uid, usage ? withMeasurement(history, atMs, usage[2]) : history);
    }
    this.#byUid = updated;
  }

  /** Recomputes the forecasts of all nodes, in turns: each takes a third of a millisecond. */
  async refreshForecasts(nodes: Iterable<NodeCapacity>, nowMs: number): Promise<void> {
    const forecasts = new Map<string, { atMs: number; forecast: NodeForecast | null }>();
    let beganMs = performance.now();
    for (const node of [...nodes]) {
      forecasts.set(node.uid, { atMs: nowMs, forecast: this.#compute(node, nowMs) });
      if (performance.now() - beganMs < TURN_MS) continue;
      await nextTurn();
      beganMs = performance.now();
    }
    this.#forecasts = forecasts;
  }

  /** The node's latest forecast; null if there are too few measurements. */
  forecast(node: NodeCapacity, nowMs: number): NodeForecast | null {
    const latest = this.#forecasts.get(node.uid);
    if (latest && nowMs - latest.atMs < FORECAST_LIFETIME_MS) return latest.forecast;
    const forecast = this.#compute(node, nowMs);
    this.#forecasts.set(node.uid, { atMs: nowMs, forecast });
    return forecast;
  }

  #compute({ uid, capacityBytes }: NodeCapacity, nowMs: number): NodeForecast | null {
    return forecastNode(this.#byUid.get(uid) ?? [], capacityBytes, nowMs);
  }

  /** Time of the last measurement, to the minute; null if there is none. */
  measuredAtMs(uid: string): number | null {
    const last = this.#byUid.get(uid)?.at(-1);
    return last ? last.minute * MINUTE_MS : null;
  }

  /** The measurements of all nodes in one minute. */
  minute(minute: number): Record<string, [lowBytes: number, highBytes: number]> {
    const found: Record<string, [number, number]> = {};
    for (const [uid, history] of this.#byUid) {
      const measured = history.findLast((entry) => entry.minute === minute);
      if (measured) found[uid] = [measured.lowBytes, measured.highBytes];
    }
    return found;
  }

  /**
   * Loads measurements of another process, or of this one before a restart. Newer measurements made here take
   * precedence.
   */
  load(minutes: readonly { minute: number; nodes: Record<string, [lowBytes: number, highBytes: number]> }[]): void {
    const loaded = new Map<string, MemoryMinute[]>();
    for (const { minute, nodes } of [...minutes].sort((a, b) => a.minute - b.minute)) {
      for (const [uid, [lowBytes, highBytes]] of Object.entries(nodes)) {
        const history = loaded.get(uid) ?? [];
        history.push({ minute, lowBytes, highBytes });
        loaded.set(uid, history);
      }
    }
    for (const [uid, before] of loaded) {
      const since = this.#byUid.get(uid) ?? [];
      const first = since[0]?.minute ?? Number.POSITIVE_INFINITY;
      this.#byUid.set(uid, [...before.filter((entry) => entry.minute < first), ...since].slice(-HISTORY_MINUTES));
    }
    this.#forecasts.clear();
  }
}
