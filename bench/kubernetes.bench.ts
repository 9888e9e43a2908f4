// The cases of apps/server/test/kubernetes against a real API server, with durations in milliseconds. Environment:
// REAL_KUBERNETES_KUBECONFIG (of the account of deploy/base), REAL_KUBERNETES_ADMIN_KUBECONFIG, REAL_KUBERNETES_RESTART
// (a command that restarts the API server). Cases that need something not provided are skipped by name. `npm test` runs
// the same cases against the local cluster.
import { spawnSync } from 'node:child_process';
import { kubernetesCases, missingNeeds } from '../apps/server/test/kubernetes/cases.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { realWorld } from './kubernetes/real-world.ts';
import { reportMeasurements } from './measurement.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
const found = await realWorld();
if (found) {
  const postgres = await startDatabaseServer();
  const database = await postgres.createDatabase('kubernetes', 8);
  const world = { ...found, database };
  const measures: Record<string, Record<string, number>> = {};
  let [passed, failed] = [0, 0];
  try {
    for (const kubernetesCase of kubernetesCases) {
      const missing = missingNeeds(kubernetesCase, world, hasKubectl);
      if (missing.length > 0) {
        console.log(`SKIPPED ${kubernetesCase.name}: needs ${missing.join(', ')}`);
        continue;
      }
      try {
        measures[kubernetesCase.name] = rounded(await kubernetesCase.run(world));
        passed += 1;
      } catch (error) {
        failed += 1;
        console.error(`FAILED ${kubernetesCase.name}: ${(error as Error).message}`);
      }
    }
  } finally {
    await database.close();
    await postgres.stop();
    await found.end();
  }
  reportMeasurements('kubernetes', {
    ...measures,
    cases: { passed, failed, skipped: kubernetesCases.length - passed - failed },
  });
  if (failed > 0) process.exitCode = 1;
} else {
  for (const { name } of kubernetesCases) console.log(`SKIPPED ${name}: REAL_KUBERNETES_KUBECONFIG is not set`);
  reportMeasurements('kubernetes', { cases: { passed: 0, failed: 0, skipped: kubernetesCases.length } });
}

function rounded(measured: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(measured).map(([name, value]) => [name, Math.round(value)]));
}
