import type { PodRow } from '@switchyard/contracts/cluster/rows';

/** Why a pod is passed over, beside the reasons of {@link PodRow.pinned}. */
export const OTHER_NAMESPACE = 'other namespace';

/**
 * Rules act in the engines' namespace alone: elsewhere the rights in `deploy/` allow no deletion, so that each try
 * would be refused, and the pods are others'.
 * @param own the engines' namespace; undefined: not known yet
 */
export const isInReach = ({ namespace }: Pick<PodRow, 'namespace'>, own: string | undefined): boolean =>
  namespace === own;

/** Why the memory rule passes a pod over; undefined: it may take it. */
export const keptFromRules = (pod: Pick<PodRow, 'namespace' | 'pinned'>, own: string | undefined): string | undefined =>
  pod.pinned ?? (isInReach(pod, own) ? undefined : OTHER_NAMESPACE);
