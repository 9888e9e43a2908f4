import type { MemoryMinute } from './memory-history.ts';
import { PRESSURE_PERCENT } from './memory-pressure.ts';
import { type MemoryTrend, memoryTrend, quantile } from './memory-trend.ts';

/** Nodes are named that will reach 90% within this time. */
export const FORECAST_HORIZON_MS = 30 * 60_000;
/**
 * Before so much of a node was seen nothing is said of it: less does not tell growth from garbage that waits to be
 * collected.
 */
export const MIN_HISTORY_MINUTES = 20;
/** A gap of this many minutes (no metrics, no server) makes what was before it worthless as a beginning. */
const LONGEST_GAP_MINUTES = 5;
/** So sure must a forecast be to be told as an alert. */
export const ALERT_CONFIDENCE = 0.8;
const MINUTE_MS = 60_000;
/** Votes are of the same minutes and agree more than chance would have them: the told range is so much wider. */
const WIDENED = 1.25;

export interface NodeForecast {
  /** Growth of the bottom line, and how large it may be at most (the ninth of ten votes). Bytes a minute. */
  growthBytesPerMinute: number;
  highestGrowthBytesPerMinute: number;
  /** How full the node is at its fullest now: its bottom line and what usually comes and goes above it. */
  fullestBytes: number;
  /** Of the votes, how many have it reach 90% within 30 minutes: 0 to 1. */
  confidence: number;
  /**
   * When it reaches 90%, by the middle vote and by the soonest and latest but for a twentieth. Null: not foreseeable.
   */
  crossesInMs: number | null;
  earliestInMs: number | null;
  latestInMs: number | null;
}

/** Null: too little has been seen of the node to judge by. */
export function forecastNode(
  history: readonly MemoryMinute[],
  capacityBytes: number,
  nowMs: number,
): NodeForecast | null {
  const recent = sinceTheLastGap(history);
  const first = recent[0];
  const last = recent.at(-1);
  const nowMinute = Math.floor(nowMs / MINUTE_MS);
  if (!(capacityBytes > 0) || !first || !last) return null;
  if (last.minute - first.minute < MIN_HISTORY_MINUTES || nowMinute - last.minute > LONGEST_GAP_MINUTES) return null;
  const limitBytes = capacityBytes * (PRESSURE_PERCENT / 100);
  const trend = memoryTrend(recent, capacityBytes, limitBytes);
  return trend && forecastOf(trend, limitBytes);
}

function forecastOf({ levelBytes, heightBytes, periodMinutes, slopes }: MemoryTrend, limitBytes: number): NodeForecast {
  const fullestBytes = levelBytes + heightBytes;
  const leftBytes = limitBytes - fullestBytes;
  /** The fastest growth first, so the soonest first. */
  const crossings = slopes.map((slope) => crossing(leftBytes, slope)).reverse();
  const within = crossings.filter((inMs) => inMs <= FORECAST_HORIZON_MS).length;
  const at = (share: number, widened = 1, laterMs = 0) => {
    const inMs = quantile(crossings, share) * widened + laterMs;
    return Number.isFinite(inMs) ? inMs : null;
  };
  return {
    growthBytesPerMinute: quantile(slopes, 0.5),
    highestGrowthBytesPerMinute: quantile(slopes, 0.9),
    fullestBytes,
    confidence: within / slopes.length,
    crossesInMs: at(0.5),
    earliestInMs: at(0.05, 1 / WIDENED),
    latestInMs: at(0.95, WIDENED, periodMinutes * MINUTE_MS),
  };
}

function crossing(leftBytes: number, slope: number): number {
  if (leftBytes <= 0) return 0;
  return slope > 0 ? (leftBytes / slope) * MINUTE_MS : Number.POSITIVE_INFINITY;
}

function sinceTheLastGap(history: readonly MemoryMinute[]): readonly MemoryMinute[] {
  const after = history.findLastIndex(
    (one, at) => one.minute - (history[at - 1]?.minute ?? one.minute) > LONGEST_GAP_MINUTES,
  );
  return history.slice(Math.max(0, after));
}
