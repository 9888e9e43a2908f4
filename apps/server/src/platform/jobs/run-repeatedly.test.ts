import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runRepeatedly } from './run-repeatedly.ts';

const SOON_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs immediately, and again after the returned delay', async () => {
  const work = vi.fn(async () => SOON_MS);
  const loop = runRepeatedly(work);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(SOON_MS - 1);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  await loop.stop();
  await vi.advanceTimersByTimeAsync(10 * SOON_MS);
  expect(work).toHaveBeenCalledTimes(2);
});

it('stop() waits for the current run and starts no other', async () => {
  const done = Promise.withResolvers<number>();
  const work = vi.fn(() => done.promise);
  let isStopped = false;
  const stopping = runRepeatedly(work)
    .stop()
    .then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(SOON_MS);
  expect(isStopped).toBe(false);
  done.resolve(0);
  await stopping;
  await vi.advanceTimersByTimeAsync(SOON_MS);
  expect(work).toHaveBeenCalledTimes(1);
});
