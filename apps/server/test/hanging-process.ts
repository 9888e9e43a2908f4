// A process whose event loop works for a while, and then blocks when it is asked to stop.
import { guardAgainstHang } from '../src/platform/hang-guard.ts';

const CHECK_INTERVAL_MS = 50;
const CHECKS = 20;

guardAgainstHang({ pollMs: CHECK_INTERVAL_MS, maxPolls: CHECKS });
process.on('SIGTERM', () => {
  for (;;);
});
let turns = 0;
setInterval(() => {
  turns += 1;
  // While the loop works, the guard leaves the process running, however often it checks.
  if (turns === 3 * CHECKS) process.stdout.write('works\n');
}, CHECK_INTERVAL_MS);
