import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerClock } from './server-clock.ts';

const NOON_MS = Date.UTC(2026, 0, 1, 12, 0, 0, 400);
const HOUR_MS = 3_600_000;
const dateOf = (ms: number) => new Date(ms).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOON_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

test('leaves a clock that agrees with the server’s unchanged, to the millisecond', () => {
  const clock = new ServerClock();
  for (const offMs of [-900, 0, 900]) {
    clock.sync(dateOf(Date.now() + offMs), performance.now());
    expect(clock.nowMs()).toBe(Date.now());
  }
});

test.each([-HOUR_MS, HOUR_MS])('reports the server’s time on a host that is %i ms off', (offMs) => {
  const clock = new ServerClock();
  const serverMs = () => Date.now() - offMs;
  const askedAtMs = performance.now();
  vi.advanceTimersByTime(200);
  clock.sync(dateOf(serverMs()), askedAtMs);
  vi.advanceTimersByTime(10 * 60_000);
  expect(Math.abs(clock.nowMs() - serverMs())).toBeLessThan(1_000);
});

test("ignores a change of the host's clock and a response without a date", () => {
  const clock = new ServerClock();
  vi.setSystemTime(NOON_MS + HOUR_MS);
  clock.sync(undefined, performance.now());
  clock.sync('yesterday', performance.now());
  expect(clock.nowMs()).toBe(NOON_MS);
});
