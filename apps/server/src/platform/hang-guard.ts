import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { workerProgram } from './paths.ts';

export interface HangLimits {
  lookMs: number;
  /**
   * Looks of the guard without a turn of the event loop between them. Looks and not time, as a process may be put to
   * sleep as a whole.
   */
  looks: number;
}

const LIMITS: HangLimits = { lookMs: 1_000, looks: 30 };

/**
 * Ends the process when its event loop stands still: nothing on it could, neither a timer nor the handler of a signal
 * to stop. Whoever looks after the process starts it again. While it is debugged it may stand still.
 */
export function guardAgainstHang({ lookMs, looks }: HangLimits = LIMITS): void {
  if (url() !== undefined) return;
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), lookMs).unref();
  new Worker(workerProgram(new URL('./hang-guard.worker.ts', import.meta.url)), {
    workerData: { turns, lookMs, looks },
  }).unref();
}
