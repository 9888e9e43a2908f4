import { PRESSURE_PERCENT } from './memory-pressure.ts';
import { percentOf } from './usage.ts';

/** Nodes are named that will reach 90% within this time at their present growth. */
export const FORECAST_HORIZON_MS = 30 * 60_000;
/** Growth is judged over the last ten minutes, and not before there are this many samples over this long a time. */
export const FORECAST_SAMPLES_MS = 10 * 60_000;
export const MIN_SAMPLES = 4;
export const MIN_SPAN_MS = 45_000;

export interface MemorySample {
  atMs: number;
  bytes: number;
}

/** Keeps the samples of the last ten minutes. */
export function withSample(samples: readonly MemorySample[], sample: MemorySample): MemorySample[] {
  return [...samples.filter((one) => one.atMs > sample.atMs - FORECAST_SAMPLES_MS && one.atMs < sample.atMs), sample];
}

/** Growth in bytes a millisecond by least squares; null when there is too little to judge by. */
export function memoryGrowth(samples: readonly MemorySample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || samples.length < MIN_SAMPLES || last.atMs - first.atMs < MIN_SPAN_MS) return null;
  const meanAt = samples.reduce((sum, one) => sum + (one.atMs - first.atMs), 0) / samples.length;
  const meanBytes = samples.reduce((sum, one) => sum + one.bytes, 0) / samples.length;
  let covariance = 0;
  let variance = 0;
  for (const one of samples) {
    const away = one.atMs - first.atMs - meanAt;
    covariance += away * (one.bytes - meanBytes);
    variance += away * away;
  }
  return variance > 0 ? covariance / variance : null;
}

export interface Forecast {
  nodeName: string;
  percent: number;
  /** 0: at 90% already. */
  crossesInMs: number;
  growthBytesPerMinute: number;
}

/** Which nodes are at 90% or will cross it within 30 minutes at their present growth; the soonest first. */
export function forecastPressure(
  nodes: Iterable<{ name: string; memoryBytes: number; capacityBytes: number; samples: readonly MemorySample[] }>,
): Forecast[] {
  const forecasts: Forecast[] = [];
  for (const { name, memoryBytes, capacityBytes, samples } of nodes) {
    if (!(capacityBytes > 0)) continue;
    const left = capacityBytes * (PRESSURE_PERCENT / 100) - memoryBytes;
    const growth = memoryGrowth(samples) ?? 0;
    const crossesInMs = left <= 0 ? 0 : growth > 0 ? left / growth : Number.POSITIVE_INFINITY;
    if (crossesInMs > FORECAST_HORIZON_MS) continue;
    const percent = percentOf(memoryBytes, capacityBytes);
    forecasts.push({ nodeName: name, percent, crossesInMs, growthBytesPerMinute: growth * 60_000 });
  }
  return forecasts.sort(
    (a, b) => a.crossesInMs - b.crossesInMs || b.percent - a.percent || a.nodeName.localeCompare(b.nodeName),
  );
}
