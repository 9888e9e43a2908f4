import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasKubectl } from '../../../../packages/local-cluster/test/kubectl.ts';
import { kubernetesCases, missingNeeds } from './cases.ts';
import { startLocalWorld } from './local-world.ts';

/** The cases that `npm run bench kubernetes` runs against a real API server. */
describe('against the local cluster', () => {
  let world: Awaited<ReturnType<typeof startLocalWorld>>;
  const before = process.env.KUBECONFIG;
  beforeAll(async () => {
    world = await startLocalWorld();
  });
  afterAll(async () => {
    if (before === undefined) delete process.env.KUBECONFIG;
    else process.env.KUBECONFIG = before;
    await world.stop();
  });

  test.each(kubernetesCases.map((kubernetesCase) => [kubernetesCase.name, kubernetesCase] as const))(
    '%s',
    async (_name, kubernetesCase) => {
      const missing = missingNeeds(kubernetesCase, world, hasKubectl);
      // The local cluster supports all the rest; `npm test` reports a missing kubectl by name.
      expect(['', 'server-side apply', 'kubectl']).toContain(missing[0] ?? '');
      if (missing.length > 0) return;
      const measures = Object.values(await kubernetesCase.run(world));
      expect(measures.every((value) => Number.isFinite(value) && value < 60_000)).toBe(true);
    },
  );
});
