import { isDeletionCandidate } from '@switchyard/cluster-rules/deletion';
import { known } from '@switchyard/cluster-rules/known';
import type { GatewayPod } from '@switchyard/contracts/gateway-status';
import { matchesUserSearch } from '../rules/engine-sessions.ts';

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

/** Whether any filter leaves pods out. */
export const isFiltering = ({ podName, podStatuses, sessionStatus, user, candidatesOnly }: GatewayFilters): boolean =>
  podName.trim() !== '' || podStatuses.length > 0 || sessionStatus !== null || user.trim() !== '' || candidatesOnly;

type FilteredPod = Pick<GatewayPod, 'name' | 'statusString' | 'sessions'>;

export const asDeletable = (pod: FilteredPod) => ({ status: pod.statusString, sessions: known(pod.sessions) });

/** The gateway console's filters (spec 001 section 2.2), combined with AND. */
export function filterPods<Pod extends FilteredPod>(pods: readonly Pod[], filters: GatewayFilters): Pod[] {
  const name = filters.podName.trim().toLowerCase();
  return pods.filter((pod) => {
    if (name && !pod.name.toLowerCase().includes(name)) return false;
    if (filters.podStatuses.length > 0 && !filters.podStatuses.includes(pod.statusString)) return false;
    if (filters.sessionStatus && !pod.sessions.some((one) => one.status === filters.sessionStatus)) return false;
    if (filters.user.trim() && !pod.sessions.some((one) => matchesUserSearch(one, filters.user))) return false;
    return !filters.candidatesOnly || isDeletionCandidate(asDeletable(pod));
  });
}
