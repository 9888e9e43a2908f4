import { expect, test } from 'vitest';
import { MAX_SILENCE_MS, ZombieWatch } from './zombie-watch.ts';

const engine = (...ids: string[]) => [{ engineId: 'e', ids }];

test('a connected engine with no settled send for the whole wait is a zombie, reported once', () => {
  const watch = new ZombieWatch();
  expect(watch.observe(engine('a', 'b', 'c'), 0)).toEqual([]);
  expect(watch.observe(engine('a', 'b', 'c', 'd'), MAX_SILENCE_MS - 1)).toEqual([]);
  expect(watch.observe(engine('a', 'b', 'c', 'd'), MAX_SILENCE_MS)).toEqual([
    { engineId: 'e', inFlight: 4, silentMs: MAX_SILENCE_MS },
  ]);
  expect(watch.observe(engine('a', 'b', 'c', 'd'), MAX_SILENCE_MS + 1)).toEqual([]);
});

test('a settled send is progress, however slow the lane and however many wait', () => {
  const watch = new ZombieWatch();
  const ids = Array.from({ length: 200 }, (_, at) => `m${at}`);
  for (let minute = 0; minute < 100; minute += 1) {
    expect(watch.observe(engine(...ids.slice(minute)), minute * 60_000)).toEqual([]);
  }
});

test('fewer than three in flight, or a break in between, prove nothing', () => {
  const watch = new ZombieWatch();
  watch.observe(engine('a', 'b'), 0);
  expect(watch.observe(engine('a', 'b'), MAX_SILENCE_MS * 2)).toEqual([]);
  watch.observe(engine('a', 'b', 'c'), 0);
  watch.observe([], 1);
  expect(watch.observe(engine('a', 'b', 'c'), MAX_SILENCE_MS)).toEqual([]);
});
