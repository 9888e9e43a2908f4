// A campaign to 5,000 recipients (RECIPIENTS) over two numbers, while an engine process is killed twice, the campaign
// is paused and resumed, two recipients unsubscribe and a number is restricted: how many recipients got it twice, and
// how many got it more than 5 s after unsubscribing, by the simulated network's own count. Runs a test of the engine's
// lane (apps/engine/src/lane/campaign.test.ts), for which `npm test` uses 200 recipients.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportMeasurements } from './measurement.ts';

const root = join(import.meta.dirname, '..');
const { RECIPIENTS = '5000' } = process.env;
const directory = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const file = join(directory, 'measures.json');
try {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'apps/engine/src/lane/campaign.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, RECIPIENTS, MEASURES: file } },
  );
  reportMeasurements('campaigns', JSON.parse(readFileSync(file, 'utf8')));
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
