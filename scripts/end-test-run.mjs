// Waits for the end of the process that began a test run (see test-run.mjs), then kills its leftover processes and
// removes its directory.
import { rmSync } from 'node:fs';
import { endLeftovers } from './leftovers.mjs';

const [directory = ''] = process.argv.slice(2);
// Signals are meant for the run's first process; this one ends after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
await endLeftovers(directory);
rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
