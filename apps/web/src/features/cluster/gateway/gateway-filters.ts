import { isDeletionCandidate } from '@switchyard/cluster-rules/deletion';
import { matchesUserSearch } from '../rules/engine-sessions.ts';
import type { GatewayPodView } from './gateway-pods.ts';

export interface GatewayFilters {
  podName: string;
  podStatuses: readonly string[];
  sessionStatus: string | null;
  user: string;
  candidatesOnly: boolean;
}

export const NO_GATEWAY_FILTERS: GatewayFilters = {
  podName: '',
  podStatuses: [],
  sessionStatus: null,
  user: '',
  candidatesOnly: false,
};

/** Number of active filters. */
export const countFilters = ({ podName, podStatuses, sessionStatus, user, candidatesOnly }: GatewayFilters): number =>
  [podName.trim() !== '', podStatuses.length > 0, sessionStatus !== null, user.trim() !== '', candidatesOnly].filter(
    Boolean,
  ).length;

export interface FilteredPod {
  pod: Pick<GatewayPodView['pod'], 'name' | 'status'>;
  sessions: GatewayPodView['sessions'];
}

/** A candidate of auto-delete and bulk deletion (spec 001 section 4). */
export const isCandidate = ({ pod, sessions }: FilteredPod): boolean =>
  isDeletionCandidate({ status: pod.status, sessions });

/**
 * The gateway console's filters (spec 001 section 2.2), combined with AND. A pod whose sessions are unknown matches no
 * session filter.
 */
export function filterPods<Pod extends FilteredPod>(pods: readonly Pod[], filters: GatewayFilters): Pod[] {
  const name = filters.podName.trim().toLowerCase();
  return pods.filter((view) => {
    const { pod } = view;
    const sessions = view.sessions.isKnown ? view.sessions.value : [];
    if (name && !pod.name.toLowerCase().includes(name)) return false;
    if (filters.podStatuses.length > 0 && !filters.podStatuses.includes(pod.status)) return false;
    if (filters.sessionStatus && !sessions.some((session) => session.status === filters.sessionStatus)) return false;
    if (filters.user.trim() && !sessions.some((session) => matchesUserSearch(session, filters.user))) return false;
    return !filters.candidatesOnly || isCandidate(view);
  });
}
