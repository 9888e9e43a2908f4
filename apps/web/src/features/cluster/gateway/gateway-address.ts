import { choiceOf, namesOf, textOf, writtenSearch } from '../address/search-values.ts';
import type { ScreenAddress } from '../address/use-screen-state.ts';
import { SESSION_STATUSES } from '../rules/engine-sessions.ts';
import type { GatewayFilters } from './gateway-filters.ts';

export interface GatewayState extends GatewayFilters {
  /** Uid of the pod whose details are open. */
  pod: string | null;
}

/** The gateway console in its address: `?status=Error,OOMKilled&user=ada`. */
export const gatewayAddress: ScreenAddress<GatewayState> = {
  read: (search) => ({
    podName: textOf(search, 'name'),
    podStatuses: namesOf(search, 'status'),
    sessionStatus: choiceOf(search, 'session', SESSION_STATUSES),
    user: textOf(search, 'user'),
    candidatesOnly: search.candidates === 1,
    pod: textOf(search, 'pod') || null,
  }),
  write: ({ podName, podStatuses, sessionStatus, user, candidatesOnly, pod }) =>
    writtenSearch({
      name: podName,
      status: podStatuses.join(','),
      session: sessionStatus,
      user,
      candidates: candidatesOnly,
      pod,
    }),
};
