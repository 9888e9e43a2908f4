import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { workerProgram } from './paths.ts';

export interface HangLimits {
  pollMs: number;
  /**
   * The process counts as hung after this many polls of the guard without a turn of the event loop. Polls are counted
   * instead of time because a whole process may be suspended.
   */
  maxPolls: number;
}

const LIMITS: HangLimits = { pollMs: 1_000, maxPolls: 30 };

/**
 * Ends the process when its event loop hangs: no timer or signal handler on the loop could do that. The process's
 * supervisor then restarts it. Disabled while a debugger is attached, which may pause the loop.
 */
export function guardAgainstHang({ pollMs, maxPolls }: HangLimits = LIMITS): void {
  if (url() !== undefined) return;
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), pollMs).unref();
  new Worker(workerProgram(new URL('./hang-guard.worker.ts', import.meta.url)), {
    workerData: { turns, pollMs, maxPolls },
  }).unref();
}
