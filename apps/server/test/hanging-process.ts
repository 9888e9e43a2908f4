// A process whose event loop works for a while and then, when it is asked to stop, stands still.
import { guardAgainstHang } from '../src/platform/hang-guard.ts';

const LOOK_MS = 50;
const LOOKS = 20;

guardAgainstHang({ pollMs: LOOK_MS, maxPolls: LOOKS });
process.on('SIGTERM', () => {
  for (;;);
});
let turns = 0;
setInterval(() => {
  turns += 1;
  // As long as it works it is left alone, however often the guard looks.
  if (turns === 3 * LOOKS) process.stdout.write('works\n');
}, LOOK_MS);
