import { choice, combineCodecs, flag, names, text } from '../address/codecs.ts';
import { SESSION_STATUSES } from '../rules/engine-sessions.ts';
import { type PodSort, podSortInAddress } from '../rules/pod-sort.ts';
import type { GatewayFilters } from './gateway-filters.ts';

export interface GatewayState extends GatewayFilters {
  /** Uid of the pod whose details are open; empty for none. */
  pod: string;
  sort: PodSort;
}

/** The gateway console's search parameters: `?status=Error,OOMKilled&user=ada`. */
export const gatewayAddress = combineCodecs<GatewayState>({
  podName: text('name'),
  podStatuses: names('status'),
  sessionStatus: choice<string | null>('session', SESSION_STATUSES, null),
  user: text('user'),
  candidatesOnly: flag('candidates'),
  pod: text('pod'),
  // Most urgent first.
  sort: podSortInAddress('sort', { id: 'status', desc: false }),
});
