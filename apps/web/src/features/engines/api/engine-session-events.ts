import { apiQuery } from '../../../lib/api/client.ts';

/** Spec 000 section 9. */
const PAGE_SIZE = 20;
/** Admins see sessions of all workspaces, for which there are no live events. */
const REFETCH_INTERVAL_MS = 15_000;
/** With more pages loaded, refetching costs more than it is worth. */
const MAX_REFETCHED_PAGES = 3;

export interface EventFilter {
  /** Only warnings and errors. */
  severity?: 'warning';
  event?: string;
}

/** Session events, newest first, in pages of 20; of one session, or of all that the user may see. */
export function engineSessionEventPages(sessionId: string | undefined, filter: EventFilter) {
  return apiQuery.engines.events.infiniteOptions({
    input: (skip: number) => ({
      limit: PAGE_SIZE,
      skip,
      sort: '-fromDateTime' as const,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...filter,
    }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return loaded < total ? loaded : undefined;
    },
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= MAX_REFETCHED_PAGES ? REFETCH_INTERVAL_MS : false,
  });
}
