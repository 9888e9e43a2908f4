// The complete versions of two tests of which `npm test` runs a tenth: random histories of a lane, and the table of
// recurrence rules.
import { spawnSync } from 'node:child_process';
import { reportMeasurements } from './measurement.ts';

const TESTS = ['apps/engine/src/lane/truth.test.ts', 'apps/server/src/domains/messages/series/table.test.ts'];

const began = performance.now();
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...TESTS], {
  stdio: 'inherit',
  env: { ...process.env, ALL_CASES: '1' },
});
reportMeasurements('cases', { failed: status === 0 ? 0 : 1, seconds: Math.round((performance.now() - began) / 1_000) });
process.exit(status ?? 1);
