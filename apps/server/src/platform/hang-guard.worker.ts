import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { HangLimits } from './hang-guard.ts';

// Checks from another thread that the event loop is still turning.

const { turns, pollMs, maxPolls } = workerData as HangLimits & { turns: Int32Array };
let before = Atomics.load(turns, 0);
let stillPolls = 0;
setInterval(() => {
  const now = Atomics.load(turns, 0);
  stillPolls = now === before ? stillPolls + 1 : 0;
  before = now;
  if (stillPolls < maxPolls) return;
  // The hanging thread is the one that writes the logs.
  writeSync(2, 'switchyard: the event loop stands still; the process ends\n');
  process.kill(process.pid, 'SIGKILL');
}, pollMs);
