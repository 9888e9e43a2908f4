// A campaign to 5,000 (RECIPIENTS) over two numbers while an engine process is killed twice, the campaign is paused and
// resumed, two readers leave and a number is restricted: how many got it twice, and how many who had left got it later
// than 5 s after that, by the simulated network's own count. The test of the engine's lane plays it
// (apps/engine/src/lane/campaign.test.ts), where `npm test` has 200.
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
