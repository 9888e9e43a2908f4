import { PRESSURE_PERCENT } from './memory-pressure.ts';
import { percentOf } from './usage.ts';

/** Nodes are named that will reach 90% within this time at their present growth. */
export const FORECAST_HORIZON_MS = 30 * 60_000;
export interface Forecast {
  nodeName: string;
  percent: number;
  /** 0: at 90% already. */
  crossesInMs: number;
  growthBytesPerMinute: number;
}

/** Which nodes are at 90% or will cross it within 30 minutes at their present growth; the soonest first. */
export function forecastPressure(
  nodes: Iterable<{ name: string; memoryBytes: number; capacityBytes: number; growthBytesPerMinute: number | null }>,
): Forecast[] {
  const forecasts: Forecast[] = [];
  for (const { name, memoryBytes, capacityBytes, growthBytesPerMinute } of nodes) {
    if (!(capacityBytes > 0)) continue;
    const left = capacityBytes * (PRESSURE_PERCENT / 100) - memoryBytes;
    // Null: the server has too few samples of the last ten minutes to judge by.
    const growth = (growthBytesPerMinute ?? 0) / 60_000;
    const crossesInMs = left <= 0 ? 0 : growth > 0 ? left / growth : Number.POSITIVE_INFINITY;
    if (crossesInMs > FORECAST_HORIZON_MS) continue;
    const percent = percentOf(memoryBytes, capacityBytes);
    forecasts.push({ nodeName: name, percent, crossesInMs, growthBytesPerMinute: growth * 60_000 });
  }
  return forecasts.sort(
    (a, b) => a.crossesInMs - b.crossesInMs || b.percent - a.percent || a.nodeName.localeCompare(b.nodeName),
  );
}
