import { expect, it } from 'vitest';
import { UsageHistory } from './usage-history.ts';

const sample = (key: string, value: number | null, restarts = 0) => ({
  key,
  millicores: value,
  memoryBytes: value === null ? null : value * 1024,
  restarts,
});

it('keeps the last samples in order, with gaps where nothing was measured', () => {
  const history = new UsageHistory(3, 10);
  expect([history.lastAtMs, history.of('a')]).toEqual([null, null]);
  for (const [at, value] of [1, 2, null, 4].entries()) history.take([sample('a', value, at)], at * 1_000);
  expect(history.of('a')).toEqual({
    millicores: [2, null, 4],
    memoryBytes: [2_048, null, 4_096],
    restarts: [1, 2, 3],
  });
  expect(history.lastAtMs).toBe(3_000);
});

it('has no samples from before an item existed', () => {
  const history = new UsageHistory(3, 10);
  history.take([sample('a', 1)], 0);
  history.take([sample('a', 2), sample('b', 7)], 1);
  expect(history.of('b')?.millicores).toEqual([null, 7]);
});

it('removes items that are gone, and reuses their slots without old samples', () => {
  const history = new UsageHistory(4, 10);
  history.take([sample('a', 1), sample('b', 2)], 0);
  history.take([sample('b', 3)], 1);
  expect(history.of('a')).toBeNull();
  history.take([sample('b', 4), sample('c', 5)], 2);
  expect(history.of('b')?.millicores).toEqual([2, 3, 4]);
  expect(history.of('c')?.millicores).toEqual([null, null, 5]);
});

it('is bounded: items beyond the limit are not recorded, and existing ones stay correct', () => {
  const history = new UsageHistory(2, 500);
  const things = Array.from({ length: 600 }, (_, at) => sample(`pod ${at}`, at));
  history.take(things, 0);
  history.take(things, 1);
  expect(history.of('pod 499')?.millicores).toEqual([499, 499]);
  expect(history.of('pod 500')).toBeNull();
  // All others are added once there is room, in any order.
  history.take(things.slice(300).reverse(), 2);
  history.take(things.slice(300).reverse(), 3);
  for (let at = 300; at < 600; at += 1) expect(history.of(`pod ${at}`)?.memoryBytes.at(-1)).toBe(at * 1024);
});
