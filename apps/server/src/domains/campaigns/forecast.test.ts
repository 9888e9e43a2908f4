import { expect, test } from 'vitest';
import { type ForecastCampaign, type ForecastLane, forecast } from './forecast.ts';

const NOON = Date.UTC(2026, 0, 12, 12);
const HOUR_MS = 3_600_000;

const lane = (
  more: Omit<Partial<ForecastLane>, 'rules'> & { rules?: Partial<ForecastLane['rules']> } = {},
): ForecastLane => ({
  name: 'Main',
  zone: 'UTC',
  ahead: 0,
  known: 0,
  fresh: 0,
  sendMs: 1_000,
  counters: { knownTokens: 0, newTokens: 0, refilledAtMs: NOON, sentToday: 0 },
  ...more,
  rules: {
    knownPerMinute: null,
    newPerMinute: null,
    burst: 20,
    dailyCap: null,
    quietFrom: null,
    quietTo: null,
    restrictionScope: null,
    restrictedUntilMs: null,
    ...more.rules,
  },
});
const now: ForecastCampaign = { nowMs: NOON, startMs: NOON, window: null, perMinute: null };
const hours = (lanes: ForecastLane[], more: Partial<ForecastCampaign> = {}) => {
  const found = forecast(lanes, { ...now, ...more });
  return found && (found.likelyMs - NOON) / HOUR_MS;
};

test('the limits that a lane has are what it takes', () => {
  expect(hours([lane({ known: 3_600 })])).toBeCloseTo(1, 1);
  expect(hours([lane({ known: 600, rules: { knownPerMinute: 10 } })])).toBeCloseTo(1, 1);
  expect(hours([lane({ fresh: 120, rules: { newPerMinute: 1, knownPerMinute: 60 } })])).toBeCloseTo(2, 1);
  expect(hours([lane({ known: 300, ahead: 300, rules: { knownPerMinute: 10 } })])).toBeCloseTo(1, 1);
  // 100 today, 100 on each of the next two days from midnight on.
  expect(hours([lane({ known: 250, rules: { dailyCap: 100 } })])).toBeCloseTo(36, 0);
  expect(hours([lane({ known: 60, rules: { quietFrom: '11:00', quietTo: '14:00' } })])).toBeCloseTo(2, 1);
  const until = { restrictionScope: 'all' as const, restrictedUntilMs: NOON + 5 * HOUR_MS };
  expect(hours([lane({ known: 60, rules: until })])).toBeCloseTo(5, 1);
});

test('its own speed, window and start are kept, and engines share the work', () => {
  expect(hours([lane({ known: 600 })], { perMinute: 10 })).toBeCloseTo(1, 1);
  expect(hours([lane({ known: 300 }), lane({ known: 300 })], { perMinute: 10 })).toBeCloseTo(1, 1);
  expect(hours([lane({ known: 60 })], { window: { from: '15:00', to: '16:00' } })).toBeCloseTo(3, 1);
  expect(hours([lane({ known: 60 })], { startMs: NOON + 7 * HOUR_MS })).toBeCloseTo(7, 1);
});

test('what never ends has no forecast', () => {
  expect(forecast([lane({ known: 1, rules: { knownPerMinute: 0 } })], now)).toBeNull();
  expect(forecast([lane({ known: 1, rules: { restrictionScope: 'all' } })], now)).toBeNull();
  expect(forecast([lane({ fresh: 1, rules: { restrictionScope: 'new' } })], now)).toBeNull();
});

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/**
 * What a lane does second by second, told without the forecast's code: a bucket, a cap for the day, quiet hours, sends of changing length of which a few must be
 * tried again.
 */
function truth(
  of: { messages: number; perMinute: number; cap: number; quiet: [number, number]; sendMs: number },
  random: Generator<number, never>,
): number {
  let left = of.messages;
  let tokens = 0;
  let sent = 0;
  let busyUntil = 0;
  for (let second = 0; ; second += 1) {
    const ofDay = (12 * 3_600 + second) % 86_400;
    if (ofDay === 0) sent = 0;
    tokens = Math.min(20, tokens + of.perMinute / 60);
    const hour = ofDay / 3_600;
    if (hour >= of.quiet[0] && hour < of.quiet[1]) continue;
    while (tokens >= 1 && sent < of.cap && busyUntil < second + 1) {
      tokens -= 1;
      busyUntil = Math.max(busyUntil, second) + (of.sendMs / 1_000) * (0.5 + random.next().value);
      if (random.next().value < 0.03) continue;
      sent += 1;
      left -= 1;
      if (left === 0) return second * 1_000;
    }
  }
}

test('thirty lanes that are played second by second: half are forecast within a tenth, and nine of ten within the range', () => {
  const random = numbers(7);
  const between = (from: number, to: number) => Math.round(from + random.next().value * (to - from));
  const errors: number[] = [];
  let within = 0;
  for (let round = 0; round < 30; round += 1) {
    const quietFrom = between(18, 21);
    const of = {
      messages: between(200, 3_000),
      perMinute: between(5, 60),
      cap: between(500, 5_000),
      quiet: [quietFrom, quietFrom + 2] as [number, number],
      sendMs: between(300, 1_500),
    };
    const rules = {
      knownPerMinute: of.perMinute,
      dailyCap: of.cap,
      quietFrom: `${of.quiet[0]}:00`,
      quietTo: `${of.quiet[1]}:00`,
    };
    const found = forecast([lane({ known: of.messages, sendMs: of.sendMs, rules })], now);
    if (!found) throw new Error('no forecast');
    const tookMs = truth(of, random);
    errors.push(Math.abs(found.likelyMs - NOON - tookMs) / tookMs);
    // A minute is the forecast's grain.
    if (found.earliestMs - 60_000 <= NOON + tookMs && NOON + tookMs <= found.latestMs + 60_000) within += 1;
  }
  errors.sort((one, other) => one - other);
  expect(errors[15]).toBeLessThan(0.1);
  expect(within).toBeGreaterThanOrEqual(27);
});
