// A process whose event loop works for a while, and then blocks when it is asked to stop.
import { guardAgainstHang } from '../src/platform/hang-guard.ts';

const LOOK_MS = 50;
const LOOKS = 20;

guardAgainstHang({ lookMs: LOOK_MS, looks: LOOKS });
process.on('SIGTERM', () => {
  for (;;);
});
let turns = 0;
setInterval(() => {
  turns += 1;
  // While the loop works, the guard leaves the process running, however often it checks.
  if (turns === 3 * LOOKS) process.stdout.write('works\n');
}, LOOK_MS);
