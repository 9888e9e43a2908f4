import { expect, test } from 'vitest';
import { type CrashBackoff, nextRestart } from './crash-backoff.ts';

test('a container that ends immediately restarts at once, then after 10 s, doubling up to 5 min', () => {
  let backoff: CrashBackoff | null = null;
  let nowMs = 0;
  const delays: number[] = [];
  for (let end = 0; end < 9; end++) {
    const next = nextRestart(backoff, nowMs);
    delays.push((next.atMs - nowMs) / 1_000);
    nowMs = next.atMs;
    backoff = next.onRestart(nowMs);
  }
  expect(delays).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test('ten minutes without an end clear the backoff', () => {
  const backoff = { delayMs: 300_000, updatedAtMs: 0 };
  expect(nextRestart(backoff, 600_000).delayMs).toBe(300_000);
  expect(nextRestart(backoff, 600_001).delayMs).toBe(0);
});
