import { describe, expect, it } from 'vitest';
import { rehearseForecast } from '../test/rehearse-forecast.ts';
import { alertOutcome } from './forecast-alerts.ts';

const MINUTE_MS = 60_000;
const alert = { raisedAtMs: 100 * MINUTE_MS };
const measured = (minute: number, percent: number) => ({
  atMs: minute * MINUTE_MS,
  memoryBytes: percent,
  capacityBytes: 100,
});
const outcome = (minute: number, percent: number, isActedOn = false) =>
  alertOutcome(alert, measured(minute, percent), isActedOn, minute * MINUTE_MS);

describe('alert outcome', () => {
  it('came true if the node reached 90% within 30 minutes, even if somebody acted', () => {
    expect(outcome(101, 90)).toBe('came-true');
    expect(outcome(130, 95, true)).toBe('came-true');
  });
  it('stays open for 30 minutes, then did not come true', () => {
    expect(outcome(129, 89)).toBeNull();
    expect(outcome(130, 89)).toBe('did-not');
    expect(outcome(131, 95)).toBe('did-not');
  });
  it('is not scored if somebody relieved the node, or if the result is unknown', () => {
    expect(outcome(130, 80, true)).toBe('acted-on');
    expect(alertOutcome(alert, measured(110, 80), false, 131 * MINUTE_MS)).toBe('unknown');
    expect(alertOutcome(alert, null, false, 110 * MINUTE_MS)).toBe('unknown');
    expect(alertOutcome(alert, null, true, 110 * MINUTE_MS)).toBe('acted-on');
  });
});

describe('rehearsal', () => {
  it('has eight in ten of its alerts come true, and foresees eight in ten crossings', () => {
    // A few of the fleets of `npm run bench advice`, which runs fifty.
    const scores = [1, 2, 3].map((seed) => rehearseForecast(seed, 20, 6));
    const total = (value: (score: (typeof scores)[number]) => number) =>
      scores.reduce((sum, score) => sum + value(score), 0);
    expect(total((score) => score.crossings)).toBeGreaterThan(40);
    expect(total((score) => score.cameTrue) / total((score) => score.alerts)).toBeGreaterThanOrEqual(0.8);
    expect(total((score) => score.foreseen) / total((score) => score.crossings)).toBeGreaterThanOrEqual(0.8);
  });
});
