import { type Known, known, unknown } from '@switchyard/cluster-rules/known';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { isSelected } from './placements.ts';

const PATH = '/apis/policy/v1/poddisruptionbudgets';

interface Budget {
  metadata?: { namespace?: string };
  spec?: { selector?: Parameters<typeof isSelected>[0] };
  status?: { disruptionsAllowed?: number };
}

/** Whether a budget prevents moving a pod now. Pods are moved one at a time, so one allowed disruption is enough. */
export type IsBudgeted = (pod: { namespace: string; labels: Readonly<Record<string, string>> }) => boolean;

/**
 * What the PodDisruptionBudgets allow now. A cluster without that API allows everything; without the right to read them
 * it is unknown.
 */
export async function readBudgets(client: KubernetesClient): Promise<Known<IsBudgeted>> {
  const exhausted: Budget[] = [];
  try {
    await client.list<Budget>(PATH, {}, (budget) => {
      if (!((budget.status?.disruptionsAllowed ?? 0) >= 1)) exhausted.push(budget);
    });
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    if (error.code === 404) return known(() => false);
    return unknown(`PodDisruptionBudgets cannot be read: ${error.message}`);
  }
  return known((pod) =>
    exhausted.some(
      ({ metadata, spec }) => metadata?.namespace === pod.namespace && isSelected(spec?.selector ?? {}, pod.labels),
    ),
  );
}
