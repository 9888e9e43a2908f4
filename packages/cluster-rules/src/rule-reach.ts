import type { PodRow } from '@switchyard/contracts/cluster/rows';

/** Why a pod is skipped, in addition to the reasons of {@link PodRow.pinned}. */
export const OTHER_NAMESPACE = 'other namespace';

/**
 * Rules act only in the engines' namespace: elsewhere the permissions in `deploy/` allow no deletion, so each attempt
 * would be refused, and the pods belong to others.
 * @param own the engines' namespace; undefined if not known yet
 */
export const isInReach = ({ namespace }: Pick<PodRow, 'namespace'>, own: string | undefined): boolean =>
  namespace === own;

/** Why the memory rule skips a pod; undefined if it may terminate it. */
export const ruleExemption = (pod: Pick<PodRow, 'namespace' | 'pinned'>, own: string | undefined): string | undefined =>
  pod.pinned ?? (isInReach(pod, own) ? undefined : OTHER_NAMESPACE);
