import type { MemoryMinute } from './memory-history.ts';
import { PRESSURE_PERCENT } from './memory-pressure.ts';
import { type MemoryTrend, memoryTrend, quantile } from './memory-trend.ts';

/** Forecasts name nodes that will reach 90% within this time. */
export const FORECAST_HORIZON_MS = 30 * 60_000;
/** Minimum history for a forecast: with less, growth can't be told from garbage waiting to be collected. */
export const MIN_HISTORY_MINUTES = 20;
/** A gap of this many minutes (no metrics, no server) invalidates the history before it. */
const LONGEST_GAP_MINUTES = 5;
/** Minimum confidence of a forecast to become an alert. */
export const ALERT_CONFIDENCE = 0.8;
const MINUTE_MS = 60_000;
/** Factor by which the reported range is widened: the slopes share minutes and agree more than chance would have it. */
const WIDENED = 1.25;

export interface NodeForecast {
  /** Growth of the baseline, and its plausible maximum (the ninth decile of the slopes). Bytes per minute. */
  growthBytesPerMinute: number;
  highestGrowthBytesPerMinute: number;
  /** Memory of the node at its peaks: its baseline plus the usual fluctuation above it. */
  fullestBytes: number;
  /** Share of the slopes by which it reaches 90% within 30 minutes: 0 to 1. */
  confidence: number;
  /** When it reaches 90%: by the median slope, and by the 5th and 95th percentiles. Null if not foreseeable. */
  crossesInMs: number | null;
  earliestInMs: number | null;
  latestInMs: number | null;
}

/** Returns null if there is too little history. */
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
  /** Fastest growth first, so the earliest crossing first. */
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
    ({ minute }, at) => minute - (history[at - 1]?.minute ?? minute) > LONGEST_GAP_MINUTES,
  );
  return history.slice(Math.max(0, after));
}
