import type { Known } from './known.ts';

/** At most this many pods are deleted per action (spec 001 sections 5 and 9). */
export const MAX_PODS_PER_DELETION = 50;

/** Only pods in one of these statuses may be deletion candidates (spec 001 section 4). */
export const DELETION_STATUSES: ReadonlySet<string> = new Set(['Error', 'OOMKilled', 'ContainerStatusUnknown']);

export interface DeletablePod {
  status: string;
  sessions: Known<readonly unknown[]>;
}

/**
 * A candidate has status Error, OOMKilled or ContainerStatusUnknown and no sessions (spec 001 section 4). A Running pod
 * never is one, nor is a pod whose sessions are unknown.
 */
export function isDeletionCandidate(pod: DeletablePod): boolean {
  return DELETION_STATUSES.has(pod.status) && pod.sessions.isKnown && pod.sessions.value.length === 0;
}

/** The candidates that one action deletes, in the given order, at most 50. */
export function deletionBatch<Pod extends DeletablePod>(pods: readonly Pod[]): Pod[] {
  return pods.filter(isDeletionCandidate).slice(0, MAX_PODS_PER_DELETION);
}
