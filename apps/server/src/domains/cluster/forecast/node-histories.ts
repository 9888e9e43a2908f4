import { setImmediate as nextTurn } from 'node:timers/promises';
import { HISTORY_MINUTES, type MemoryMinute, withMeasurement } from '@switchyard/cluster-rules/memory-history';
import { forecastNode, type NodeForecast } from '@switchyard/cluster-rules/pressure-forecast';
import type { NodeRow } from '@switchyard/contracts/cluster/rows';
import type { ClusterState } from '../picture/cluster-state.ts';

const MINUTE_MS = 60_000;
/** So long others wait for a turn while all nodes are judged, at most. */
const TURN_MS = 8;
/** Measurements come four times a minute; one that failed does not make every judgement worthless. */
const JUDGEMENT_LASTS_MS = 50_000;

type Judged = Pick<NodeRow, 'uid' | 'capacityBytes'>;

/** The last hour of every node's memory, by the node's uid: a node that was made anew under its name begins anew. */
export class NodeHistories {
  #byUid = new Map<string, MemoryMinute[]>();
  #judged = new Map<string, { atMs: number; forecast: NodeForecast | null }>();

  /**
   * Takes in what has just been measured, and forgets nodes that are gone.
   * @param measured their names: the picture keeps the last use of one that is silent
   */
  measure(picture: Pick<ClusterState, 'nodes' | 'nodeUsage'>, measured: ReadonlySet<string>, atMs: number): void {
    const known = new Map<string, MemoryMinute[]>();
    for (const node of picture.nodes()) {
      const usage = measured.has(node.name) ? picture.nodeUsage(node.name) : undefined;
      const history = this.#byUid.get(node.uid) ?? [];
      known.set(node.uid, usage ? withMeasurement(history, atMs, usage[2]) : history);
    }
    this.#byUid = known;
  }

  /** Judges all nodes anew, in turns: it is a third of a millisecond's work for each. */
  async judge(nodes: Iterable<Judged>, nowMs: number): Promise<void> {
    const judged = new Map<string, { atMs: number; forecast: NodeForecast | null }>();
    let beganMs = performance.now();
    for (const node of [...nodes]) {
      judged.set(node.uid, { atMs: nowMs, forecast: this.#judge(node, nowMs) });
      if (performance.now() - beganMs < TURN_MS) continue;
      await nextTurn();
      beganMs = performance.now();
    }
    this.#judged = judged;
  }

  /** As it was judged last. Null: too little has been seen of it. */
  forecast(node: Judged, nowMs: number): NodeForecast | null {
    const known = this.#judged.get(node.uid);
    if (known && nowMs - known.atMs < JUDGEMENT_LASTS_MS) return known.forecast;
    const forecast = this.#judge(node, nowMs);
    this.#judged.set(node.uid, { atMs: nowMs, forecast });
    return forecast;
  }

  #judge({ uid, capacityBytes }: Judged, nowMs: number): NodeForecast | null {
    return forecastNode(this.#byUid.get(uid) ?? [], capacityBytes, nowMs);
  }

  /** When it was last measured; null: never. To the minute. */
  measuredAtMs(uid: string): number | null {
    const last = this.#byUid.get(uid)?.at(-1);
    return last ? last.minute * MINUTE_MS : null;
  }

  /** What was measured of all nodes in one minute. */
  minute(minute: number): Record<string, [lowBytes: number, highBytes: number]> {
    const found: Record<string, [number, number]> = {};
    for (const [uid, history] of this.#byUid) {
      const one = history.findLast((each) => each.minute === minute);
      if (one) found[uid] = [one.lowBytes, one.highBytes];
    }
    return found;
  }

  /**
   * Takes in what another process, or this one before its last end, had measured. What was measured here meanwhile
   * counts more.
   */
  load(minutes: readonly { minute: number; nodes: Record<string, [lowBytes: number, highBytes: number]> }[]): void {
    const loaded = new Map<string, MemoryMinute[]>();
    for (const { minute, nodes } of [...minutes].sort((one, other) => one.minute - other.minute)) {
      for (const [uid, [lowBytes, highBytes]] of Object.entries(nodes)) {
        const history = loaded.get(uid) ?? [];
        history.push({ minute, lowBytes, highBytes });
        loaded.set(uid, history);
      }
    }
    for (const [uid, before] of loaded) {
      const since = this.#byUid.get(uid) ?? [];
      const first = since[0]?.minute ?? Number.POSITIVE_INFINITY;
      this.#byUid.set(uid, [...before.filter((one) => one.minute < first), ...since].slice(-HISTORY_MINUTES));
    }
    this.#judged.clear();
  }
}
