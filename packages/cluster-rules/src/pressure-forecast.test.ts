import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAlert } from './forecast-alerts.ts';
import { HISTORY_MINUTES, type MemoryMinute, withMeasurement } from './memory-history.ts';
import { FORECAST_HORIZON_MS, forecastNode } from './pressure-forecast.ts';

const MINUTE_MS = 60_000;
const BEGAN_MS = Date.UTC(2026, 0, 1);
const CAPACITY = 1_000_000;

/** Simulates `minutes` of memory, given by minute as a share of the machine. */
function after(minutes: number, share: (minute: number) => number, skipped: (minute: number) => boolean = () => false) {
  let history: MemoryMinute[] = [];
  for (let atMs = 0; atMs <= minutes * MINUTE_MS; atMs += 15_000) {
    if (!skipped(atMs / MINUTE_MS))
      history = withMeasurement(history, BEGAN_MS + atMs, share(atMs / MINUTE_MS) * CAPACITY);
  }
  return { history, forecast: forecastNode(history, CAPACITY, BEGAN_MS + minutes * MINUTE_MS) };
}
const sawtooth = (minute: number, period: number) => (minute % period) / period;
const isAlerted = (found: ReturnType<typeof after>, share: number) =>
  found.forecast !== null && isAlert(found.forecast, share * CAPACITY, CAPACITY);

describe('pressure forecast', () => {
  it('gives no forecast before there is enough history, or for a machine of unknown size', () => {
    expect(after(19, () => 0.5).forecast).toBeNull();
    expect(after(21, () => 0.5).forecast).not.toBeNull();
    expect(forecastNode(after(30, () => 0.5).history, 0, BEGAN_MS + 30 * MINUTE_MS)).toBeNull();
  });

  it('starts over after a gap, and gives no forecast once nothing is measured', () => {
    const climb = (minute: number) => 0.4 + minute * 0.005;
    expect(after(40, climb, (minute) => minute > 15 && minute < 25).forecast).toBeNull();
    const { history } = after(40, climb);
    expect(forecastNode(history, CAPACITY, BEGAN_MS + 50 * MINUTE_MS)).toBeNull();
  });

  it('forecasts a steady leak, with a range around the time', () => {
    const found = after(40, (minute) => 0.5 + minute * 0.005);
    // 70% now, half a percent a minute: 40 minutes are left, beyond the horizon.
    expect(found.forecast?.growthBytesPerMinute).toBeCloseTo(5_000, 0);
    expect(isAlerted(found, 0.7)).toBe(false);
    const later = after(60, (minute) => 0.5 + minute * 0.005);
    expect(isAlerted(later, 0.8)).toBe(true);
    expect(later.forecast?.crossesInMs).toBeCloseTo(20 * MINUTE_MS, -5);
    expect(later.forecast?.earliestInMs).toBeLessThanOrEqual(later.forecast?.crossesInMs ?? 0);
    expect(later.forecast?.latestInMs).toBeGreaterThanOrEqual(later.forecast?.crossesInMs ?? 0);
  });

  it('does not mistake the climbs of a sawtooth for growth, at any time', () => {
    for (let minutes = 40; minutes < 60; minutes += 1) {
      const found = after(minutes, (minute) => 0.6 + 0.15 * sawtooth(minute, 7));
      expect(isAlerted(found, 0.7)).toBe(false);
      expect(Math.abs(found.forecast?.growthBytesPerMinute ?? 0)).toBeLessThan(2_000);
    }
  });

  it('detects a leak below a sawtooth, and takes its peaks into account', () => {
    const found = after(56, (minute) => 0.45 + 0.12 * sawtooth(minute, 7) + minute * 0.0045);
    expect(found.forecast?.growthBytesPerMinute).toBeGreaterThan(3_500);
    expect(found.forecast?.growthBytesPerMinute).toBeLessThan(5_500);
    // At its trough now, yet 8% below the limit at the next peak.
    expect(isAlerted(found, 0.702)).toBe(true);
  });

  it('detects a climb that goes far beyond the earlier ones', () => {
    const leak = (minute: number) => Math.max(0, minute - 42) * 0.015;
    const found = after(58, (minute) => 0.5 + 0.05 * sawtooth(minute, 6) + leak(minute));
    expect(isAlerted(found, 0.75)).toBe(true);
  });

  it('ignores a single burst', () => {
    const burst = (minute: number) => (minute > 45 && minute < 48 ? 0.2 : 0);
    const found = after(50, (minute) => 0.6 + burst(minute));
    expect(isAlerted(found, 0.6)).toBe(false);
  });

  it('never names a node that shrinks or stays level, nor one already at the limit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.004, noNaN: true }),
        fc.double({ min: 0.3, max: 0.85, noNaN: true }),
        (fall, from) => {
          expect(
            isAlerted(
              after(30, (minute) => from - fall * minute),
              from - fall * 30,
            ),
          ).toBe(false);
        },
      ),
      { numRuns: 30 },
    );
    expect(
      isAlerted(
        after(40, (minute) => 0.7 + minute * 0.006),
        0.94,
      ),
    ).toBe(false);
  });

  it('looks 30 minutes ahead and keeps an hour', () => {
    expect(FORECAST_HORIZON_MS).toBe(30 * MINUTE_MS);
    const { history } = after(200, () => 0.5);
    expect(history).toHaveLength(HISTORY_MINUTES);
    expect(withMeasurement(history, BEGAN_MS, 1)).toEqual(history);
  });
});
