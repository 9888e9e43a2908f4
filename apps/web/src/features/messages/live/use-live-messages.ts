import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useRefetchOnEvents } from '../../../lib/live/use-refetch-on-events.ts';
import { patchMessages } from '../api/messages.ts';

/** Thousands of messages can change in a minute; lists are read again at most this often. */
const READ_AGAIN_EVERY_MS = 2_000;

/**
 * Keeps the messages on the screen current: a change is shown at once, and what it does not tell (abilities, holds,
 * rows that now match a filter or no longer do) is read again a moment later.
 */
export function useLiveMessages(): void {
  const queries = useQueryClient();
  useRefetchOnEvents(
    ({ type }) => type === 'messages.changed' || type === 'messages.stale',
    READ_AGAIN_EVERY_MS,
    () => void invalidatePart(queries, 'messages'),
  );
  useLiveEvents((event) => {
    if (event.type === 'messages.changed') {
      patchMessages(queries, new Map(event.changes.map((change) => [change._id, change])));
    }
    // Why a message waits is its engine's doing, and no row changes when an engine falls silent.
    if (event.type === 'engines.stale') void queries.invalidateQueries({ queryKey: apiQuery.messages.get.key() });
  });
}
