import { setImmediate } from 'node:timers/promises';

/** Steps per slice: a few milliseconds of storing objects and delivering them to a few watchers in this process. */
export const SLICE_STEPS = 40;

/**
 * Runs long work step by step, yielding to other work in this process (calls, watches, timers) after every
 * `SLICE_STEPS`.
 * @param signal stops the work before the next slice
 * @returns whether all steps were run
 */
export async function inSlices(steps: Iterable<void>, signal: AbortSignal): Promise<boolean> {
  let taken = 0;
  for (const _step of steps) {
    taken += 1;
    if (taken % SLICE_STEPS !== 0) continue;
    await setImmediate();
    if (signal.aborted) return false;
  }
  return true;
}
