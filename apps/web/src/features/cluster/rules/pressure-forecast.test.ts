import { describe, expect, it } from 'vitest';
import { FORECAST_HORIZON_MS, forecastPressure, memoryGrowth, withSample } from './pressure-forecast.ts';

const MINUTE = 60_000;
const growing = (from: number, perMinute: number, minutes = 5) =>
  Array.from({ length: minutes * 4 + 1 }, (_, at) => ({ atMs: at * 15_000, bytes: from + (perMinute * at) / 4 }));
const node = (name: string, samples: ReturnType<typeof growing>, capacityBytes = 1000) => ({
  name,
  capacityBytes,
  memoryBytes: samples.at(-1)?.bytes ?? 0,
  samples,
});

describe('pressure forecast', () => {
  it('names nodes that cross 90% within 30 minutes at their growth, the soonest first', () => {
    const forecasts = forecastPressure([
      node('slow', growing(700, 5)),
      node('fast', growing(700, 20)),
      node('calm', growing(700, 1)),
      node('shrinking', growing(890, -5)),
      node('there', growing(950, 0)),
    ]);
    expect(forecasts.map((one) => one.nodeName)).toEqual(['there', 'fast']);
    expect(forecasts[0]?.crossesInMs).toBe(0);
    expect(forecasts[1]?.crossesInMs).toBeCloseTo(5 * MINUTE, 0);
    expect(forecasts[1]?.growthBytesPerMinute).toBeCloseTo(20);
    expect(FORECAST_HORIZON_MS).toBe(30 * MINUTE);
  });

  it('is not moved by one odd sample', () => {
    const samples = growing(500, 0, 10);
    const odd = samples.map((one, at) => (at === 20 ? { ...one, bytes: 890 } : one));
    expect(forecastPressure([{ ...node('a', odd), memoryBytes: 500 }])).toEqual([]);
  });

  it('judges by nothing rather than by too little', () => {
    expect(memoryGrowth([])).toBeNull();
    expect(
      memoryGrowth([
        { atMs: 0, bytes: 1 },
        { atMs: 15_000, bytes: 9 },
      ]),
    ).toBeNull();
    expect(forecastPressure([node('no capacity', growing(1, 1), 0)])).toEqual([]);
  });

  it('keeps ten minutes of samples', () => {
    const samples = withSample(growing(0, 1, 10), { atMs: 10 * MINUTE + 1, bytes: 0 });
    expect(samples[0]?.atMs).toBe(15_000);
    expect(samples.at(-1)?.atMs).toBe(10 * MINUTE + 1);
  });
});
