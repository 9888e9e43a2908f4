import { describe, expect, it } from 'vitest';
import { FORECAST_HORIZON_MS, forecastPressure } from './pressure-forecast.ts';

const MINUTE = 60_000;
const node = (name: string, memoryBytes: number, growthBytesPerMinute: number | null, capacityBytes = 1000) => ({
  name,
  memoryBytes,
  growthBytesPerMinute,
  capacityBytes,
});

describe('pressure forecast', () => {
  it('names nodes that cross 90% within 30 minutes at their growth, the soonest first', () => {
    const forecasts = forecastPressure([
      node('slow', 700, 7),
      node('fast', 800, 20),
      node('calm', 700, 1),
      node('shrinking', 890, -5),
      node('there', 950, 0),
    ]);
    expect(forecasts.map((one) => one.nodeName)).toEqual(['there', 'fast', 'slow']);
    expect(forecasts[0]?.crossesInMs).toBe(0);
    expect(forecasts[1]?.crossesInMs).toBeCloseTo(5 * MINUTE, 3);
    expect(forecasts[1]?.growthBytesPerMinute).toBeCloseTo(20);
    expect(FORECAST_HORIZON_MS).toBe(30 * MINUTE);
  });

  it('says nothing by too little: no growth known, no capacity known', () => {
    expect(forecastPressure([node('new', 890, null), node('no capacity', 1, 1, 0)])).toEqual([]);
  });
});
