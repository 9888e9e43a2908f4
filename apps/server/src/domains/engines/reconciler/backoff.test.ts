import { expect, test } from 'vitest';
import { PodBackoff } from './backoff.ts';

const engine = (id: string, podRevision = 0) => ({ id, podRevision });

test('the first replacement is immediate; later delays double, up to five minutes', () => {
  const backoff = new PodBackoff();
  const waits: number[] = [];
  let nowMs = 1_000_000;
  expect(backoff.canCreateAtMs(engine('e1'), nowMs)).toBe(0);
  for (let time = 0; time < 12; time++) {
    backoff.recordCreated(engine('e1'), nowMs);
    const atMs = backoff.canCreateAtMs(engine('e1'), nowMs);
    waits.push((atMs - nowMs) / 1_000);
    nowMs = atMs;
  }
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(backoff.canCreateAtMs(engine('another'), nowMs)).toBe(0);
});

test('a pod that lasted a minute resets the count', () => {
  const backoff = new PodBackoff();
  for (let time = 0; time < 4; time++) backoff.recordCreated(engine('e1'), 0);
  backoff.recordCreated(engine('e1'), 200_000);
  expect(backoff.canCreateAtMs(engine('e1'), 200_000)).toBe(200_000);
});

test('an engine that a person restarts, or stops and starts, does not wait because of earlier pods', () => {
  const backoff = new PodBackoff();
  for (let time = 0; time < 8; time++) backoff.recordCreated(engine('e1'), 0);
  expect(backoff.canCreateAtMs(engine('e1'), 0)).toBeGreaterThan(60_000);
  expect(backoff.canCreateAtMs(engine('e1', 1), 0)).toBe(0);
  backoff.reset('e1');
  expect(backoff.canCreateAtMs(engine('e1'), 0)).toBe(0);
});
