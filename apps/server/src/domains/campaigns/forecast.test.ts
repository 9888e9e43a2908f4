import { expect, test } from 'vitest';
import { forecast } from './forecast.ts';
import type { ForecastCampaign, ForecastLane, RecipientGroup } from './forecast-lane.ts';

const NOON = Date.UTC(2026, 0, 12, 12);
const HOUR_MS = 3_600_000;

const lane = ({
  known = 0,
  fresh = 0,
  zone = 'UTC',
  quiet = null,
  ...more
}: Omit<Partial<ForecastLane>, 'rules'> &
  Partial<RecipientGroup> & { rules?: Partial<ForecastLane['rules']> } = {}): ForecastLane => ({
  name: 'Main',
  zone: 'UTC',
  ahead: 0,
  people: [{ known, fresh, zone, quiet }],
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

test('a lane’s limits determine the duration', () => {
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

test('speed, window and start apply, and engines share the work', () => {
  expect(hours([lane({ known: 600 })], { perMinute: 10 })).toBeCloseTo(1, 1);
  expect(hours([lane({ known: 300 }), lane({ known: 300 })], { perMinute: 10 })).toBeCloseTo(1, 1);
  expect(hours([lane({ known: 60 })], { window: { from: '15:00', to: '16:00' } })).toBeCloseTo(3, 1);
  expect(hours([lane({ known: 60 })], { startMs: NOON + 7 * HOUR_MS })).toBeCloseTo(7, 1);
});

test('a campaign that never ends has no forecast', () => {
  expect(forecast([lane({ known: 1, rules: { knownPerMinute: 0 } })], now)).toBeNull();
  expect(forecast([lane({ known: 1, rules: { restrictionScope: 'all' } })], now)).toBeNull();
  expect(forecast([lane({ fresh: 1, rules: { restrictionScope: 'new' } })], now)).toBeNull();
});

test('each contact is messaged by their own zone and hours', () => {
  const night = { quietFrom: '21:00', quietTo: '09:00' };
  // Noon here is seven in New York.
  expect(hours([lane({ known: 60, zone: 'America/New_York', rules: night })])).toBeCloseTo(2, 1);
  expect(
    hours([lane({ known: 60, zone: 'America/New_York', quiet: { quietFrom: null, quietTo: null }, rules: night })]),
  ).toBeLessThan(0.1);
  expect(
    hours([lane({ known: 60, zone: 'America/New_York' })], { window: { from: '10:00', to: '18:00' } }),
  ).toBeCloseTo(3, 1);
  const both = lane({ known: 600, rules: { knownPerMinute: 10, ...night } });
  const asleep = { known: 60, fresh: 0, zone: 'Asia/Tokyo', quiet: null };
  expect(hours([{ ...both, people: [...both.people, asleep] }])).toBeCloseTo(12.1, 1);
});

test('a bucket that was full when a pause ended does not exceed its capacity', () => {
  const rules = { knownPerMinute: 30, burst: 5, quietFrom: '11:00', quietTo: '13:00' };
  expect((hours([lane({ known: 65, rules })]) ?? 0) * 60).toBeCloseTo(62, 0);
});
