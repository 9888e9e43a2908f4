import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { HangLimits } from './hang-guard.ts';

// Looks from beside the event loop whether it still turns.

const { turns, lookMs, looks } = workerData as HangLimits & { turns: Int32Array };
let before = Atomics.load(turns, 0);
let still = 0;
setInterval(() => {
  const now = Atomics.load(turns, 0);
  still = now === before ? still + 1 : 0;
  before = now;
  if (still < looks) return;
  // The logs are written by the thread that stands still.
  writeSync(2, 'switchyard: the event loop stands still; the process ends\n');
  process.kill(process.pid, 'SIGKILL');
}, lookMs);
