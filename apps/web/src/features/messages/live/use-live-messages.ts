import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useRefetchOnEvents } from '../../../lib/live/use-refetch-on-events.ts';
import { patchMessages } from '../api/messages.ts';

/** Minimum time between two refetches of lists; thousands of messages can change in a minute. */
const REFETCH_INTERVAL_MS = 2_000;

/**
 * Keeps visible messages up to date: a change is shown at once, and what the event lacks (abilities, holds, rows that
 * start or stop matching a filter) is refetched shortly afterwards.
 */
export function useLiveMessages(): void {
  const queries = useQueryClient();
  useRefetchOnEvents(
    ({ type }) => type === 'messages.changed' || type === 'messages.stale',
    REFETCH_INTERVAL_MS,
    () => void invalidatePart(queries, 'messages'),
  );
  useLiveEvents((event) => {
    if (event.type === 'messages.changed') {
      patchMessages(queries, new Map(event.changes.map((change) => [change._id, change])));
    }
    // An engine that goes silent changes holds without changing any message row.
    if (event.type === 'engines.stale') void queries.invalidateQueries({ queryKey: apiQuery.messages.get.key() });
  });
}
