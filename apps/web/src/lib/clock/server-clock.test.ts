import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atServerClock, learnServerClock, serverNowMs } from './server-clock.ts';

const NOON = Date.UTC(2026, 10, 28, 12);
const answerOf = (serverMs: number) => ({ headers: new Headers({ date: new Date(serverMs).toUTCString() }) });
/** An instant response from a server whose clock is `aheadMs` ahead. */
const learn = (aheadMs: number) => learnServerClock(answerOf(Date.now() + aheadMs), Date.now());

beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }));
afterEach(() => {
  // Leaves no offset, whatever it was.
  learn(-2_000);
  learn(0);
  vi.useRealTimers();
});

it.each([
  ['slow', 600_000],
  ['fast', -600_000],
])('follows the server to within two seconds when a laptop’s clock is %s', (_, aheadMs) => {
  learn(aheadMs);
  expect(Math.abs(serverNowMs() - (NOON + aheadMs))).toBeLessThanOrEqual(2_000);
  expect(atServerClock(NOON - 5_000).getTime()).toBe(serverNowMs() - 5_000);
});

it('does not jump while responses agree with what is known, however slow they are', () => {
  learn(600_000);
  const known = serverNowMs();
  learnServerClock(answerOf(NOON + 595_000), NOON - 20_000);
  expect(serverNowMs()).toBe(known);
});

it('learns nothing from a response without a time', () => {
  learn(600_000);
  const known = serverNowMs();
  learnServerClock({ headers: new Headers() }, NOON);
  learnServerClock({ headers: new Headers({ date: 'yesterday' }) }, NOON);
  expect(serverNowMs()).toBe(known);
});
