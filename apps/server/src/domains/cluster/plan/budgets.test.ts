import { describe, expect, it } from 'vitest';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { readBudgets } from './budgets.ts';

const engines = { namespace: 'engines', labels: { app: 'engine', tier: 'one' } };

/** A cluster that returns these budgets, or fails. */
function clientWith(budgets: object[] | KubernetesError): KubernetesClient {
  const list = async (_path: string, _selection: object, onItem: (item: object) => void) => {
    if (budgets instanceof KubernetesError) throw budgets;
    budgets.forEach(onItem);
    return '1';
  };
  return { list } as unknown as KubernetesClient;
}
const budget = (disruptionsAllowed: number | undefined, selector: object, namespace = 'engines') => ({
  metadata: { namespace },
  spec: { selector },
  status: { disruptionsAllowed },
});
async function isKept(...budgets: object[]): Promise<boolean> {
  const read = await readBudgets(clientWith(budgets));
  if (!read.isKnown) throw new Error(read.why);
  return read.value(engines);
}

describe('disruption budgets', () => {
  it.each<[string, object, boolean]>([
    ['used up', budget(0, { matchLabels: { app: 'engine' } }), true],
    ['not counted yet', budget(undefined, { matchLabels: { app: 'engine' } }), true],
    ['with one to spare', budget(1, { matchLabels: { app: 'engine' } }), false],
    ['of other pods', budget(0, { matchLabels: { app: 'other' } }), false],
    ['of another namespace', budget(0, { matchLabels: { app: 'engine' } }, 'other'), false],
    ['of all pods', budget(0, {}), true],
    ['by an expression', budget(0, { matchExpressions: [{ key: 'tier', operator: 'In', values: ['one'] }] }), true],
    [
      'by one that does not hold',
      budget(0, { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['one'] }] }),
      false,
    ],
    ['by one that nobody knows', budget(0, { matchExpressions: [{ key: 'tier', operator: 'Like' }] }), true],
  ])('%s', async (_name, given, expected) => {
    expect(await isKept(given)).toBe(expected);
  });

  it('are absent if the cluster has no such resource, and unknown without the right to read them', async () => {
    const none = await readBudgets(clientWith(new KubernetesError(404, 'NotFound', 'no such thing')));
    expect(none.isKnown && none.value(engines)).toBe(false);
    const refused = await readBudgets(clientWith(new KubernetesError(403, 'Forbidden', 'cannot list resource')));
    expect(refused).toEqual({ isKnown: false, why: 'PodDisruptionBudgets cannot be read: cannot list resource' });
    const away = await readBudgets(clientWith(new KubernetesError(0, 'Unreachable', 'away')));
    expect(away.isKnown).toBe(false);
  });
});
