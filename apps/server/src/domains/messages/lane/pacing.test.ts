import { describe, expect, test } from 'vitest';
import {
  advance,
  allowance,
  dailyCapUntil,
  type LaneCounters,
  type LaneRules,
  quietUntil,
  restrictionNow,
  untilToken,
  warmingUp,
} from './pacing.ts';

const rules = (overrides: Partial<LaneRules> = {}): LaneRules => ({
  knownPerMinute: null,
  newPerMinute: null,
  burst: 10,
  dailyCap: null,
  quietFrom: null,
  quietTo: null,
  restrictionScope: null,
  restrictedUntilMs: null,
  ...overrides,
});
const counters = (overrides: Partial<LaneCounters> = {}): LaneCounters => ({
  knownTokens: 0,
  newTokens: 0,
  refilledAtMs: 0,
  sentToday: 0,
  ...overrides,
});
const at = (iso: string) => Date.parse(iso);

describe('buckets', () => {
  test('refill with time up to the burst, each at its own rate', () => {
    const after = advance(rules({ knownPerMinute: 6, newPerMinute: 1 }), counters(), 60_000);
    expect(after).toMatchObject({ knownTokens: 6, newTokens: 1, refilledAtMs: 60_000 });
    expect(advance(rules({ knownPerMinute: 6 }), counters(), 3_600_000).knownTokens).toBe(10);
  });

  test('lose nothing when a clock goes back', () => {
    const before = counters({ knownTokens: 3, refilledAtMs: 60_000 });
    expect(advance(rules({ knownPerMinute: 6 }), before, 0)).toMatchObject({
      knownTokens: 3,
      refilledAtMs: 60_000,
    });
  });

  test('without a limit are infinite; after exactly the wait they have a token', () => {
    expect(allowance(null, 0)).toBe(Number.POSITIVE_INFINITY);
    for (const perMinute of [1, 3, 7, 13]) {
      const waitMs = untilToken(perMinute, 0.25) ?? 0;
      const after = advance(rules({ knownPerMinute: perMinute }), counters({ knownTokens: 0.25 }), waitMs);
      expect(allowance(perMinute, after.knownTokens)).toBe(1);
    }
    expect(untilToken(0, 0)).toBeNull();
  });
});

describe('the daily cap', () => {
  const capped = rules({ dailyCap: 5 });
  test('holds until the end of the day in the workspace’s zone', () => {
    const now = at('2026-06-01T20:00:00Z');
    // In Auckland it is 2 June already; the day ends at noon UTC.
    expect(dailyCapUntil(capped, counters({ sentToday: 5 }), now, 'Pacific/Auckland')).toBe(at('2026-06-02T12:00:00Z'));
    expect(dailyCapUntil(capped, counters({ sentToday: 4 }), now, 'Pacific/Auckland')).toBeNull();
  });
});

describe('a restriction', () => {
  test('holds until its end, or until further notice', () => {
    expect(restrictionNow(rules({ restrictionScope: 'new', restrictedUntilMs: 1_000 }), 999)).toBe('new');
    expect(restrictionNow(rules({ restrictionScope: 'new', restrictedUntilMs: 1_000 }), 1_000)).toBeNull();
    expect(restrictionNow(rules({ restrictionScope: 'all' }), Number.MAX_SAFE_INTEGER)).toBe('all');
  });
});

describe('quiet hours', () => {
  const night = { quietFrom: '21:00', quietTo: '08:00' };
  test.each([
    ['2026-06-01T20:59:59Z', 'UTC', null],
    ['2026-06-01T21:00:00Z', 'UTC', '2026-06-02T08:00:00Z'],
    ['2026-06-02T07:59:59Z', 'UTC', '2026-06-02T08:00:00Z'],
    ['2026-06-02T08:00:00Z', 'UTC', null],
    ['2026-06-01T16:00:00Z', 'Asia/Kolkata', '2026-06-02T02:30:00Z'],
    // Clocks go forward in the night of 29 March in Berlin: the night is an hour shorter.
    ['2026-03-28T20:30:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
    ['2026-10-24T20:30:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ])('%s in %s: until %s', (now, zone, until) => {
    expect(quietUntil(night, at(now), zone)).toBe(until === null ? null : at(until));
  });

  test("end right after the gap if their end doesn't exist; an end that occurs twice is never in the past", () => {
    expect(quietUntil({ quietFrom: '00:00', quietTo: '02:30' }, at('2026-03-29T00:10:00Z'), 'Europe/Berlin')).toBe(
      at('2026-03-29T01:30:00Z'),
    );
    const second = at('2026-10-25T01:10:00Z');
    expect(quietUntil({ quietFrom: '00:00', quietTo: '02:30' }, second, 'Europe/Berlin')).toBeGreaterThan(second);
  });

  test("don't exist with equal ends or none", () => {
    expect(quietUntil({ quietFrom: '08:00', quietTo: '08:00' }, 0, 'UTC')).toBeNull();
    expect(quietUntil({ quietFrom: null, quietTo: null }, 0, 'UTC')).toBeNull();
  });
});

test('a number that warms up writes to more first contacts each day, and never faster than configured', () => {
  const cold = warmingUp(rules({ newPerMinute: 1, knownPerMinute: 10 }), 0);
  const perDay = (of: LaneRules) => (of.newPerMinute ?? 0) * 24 * 60;
  expect(perDay(cold)).toBeCloseTo(20);
  expect(cold.knownPerMinute).toBe(10);
  expect(perDay(warmingUp(cold, 3))).toBeCloseTo(70);
  expect(warmingUp(cold, 7)).toMatchObject({ newPerMinute: 1, warmUp: null });
  expect(warmingUp(rules({ newPerMinute: 0.001 }), 0).newPerMinute).toBe(0.001);
  expect(warmingUp(rules(), 7).newPerMinute).toBeNull();
});
