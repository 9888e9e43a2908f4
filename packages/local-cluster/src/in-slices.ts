import { setImmediate } from 'node:timers/promises';

/**
 * So many steps in one go: a few milliseconds of objects that are put, told to a few watchers and read in this same
 * process.
 */
export const SLICE_STEPS = 40;

/**
 * Takes long work step by step, and lets whatever else waits in this process (calls, watches, timers) go on after every
 * `SLICE_STEPS` of them.
 * @param signal ends it before the next slice
 * @returns whether all steps were taken
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
