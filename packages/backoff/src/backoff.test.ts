import { expect, test } from 'vitest';
import { Backoff, backoffMs } from './backoff.ts';

test('each wait doubles the last one, up to the maximum, however often it fails', () => {
  const waits = [1, 2, 3, 4, 5, 100, 10_000].map((failures) => backoffMs(failures, 100, 1_000));
  expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
});

test('waits are spread over the upper half, and start over after a success', () => {
  const many = Array.from({ length: 500 }, () => {
    const backoff = new Backoff(100, 1_000);
    const wasFirst = backoff.isFirst();
    const waits = [backoff.nextMs(), backoff.nextMs()];
    const isFirst = backoff.isFirst();
    backoff.reset();
    return { wasFirst, isFirst, waits: [...waits, backoff.nextMs()] };
  });
  expect(many.every(({ wasFirst, isFirst }) => wasFirst && !isFirst)).toBe(true);
  for (const [at, fullMs] of [100, 200, 100].entries()) {
    const waits = many.map(({ waits }) => waits[at] ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(fullMs / 2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(fullMs);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(fullMs / 4);
  }
});
