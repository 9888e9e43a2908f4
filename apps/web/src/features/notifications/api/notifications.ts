import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';

/** Number of notifications in the bell. */
const LATEST = 8;
export const PAGE_SIZE = 50;

export const latestNotifications = apiQuery.notifications.list.queryOptions({ input: { limit: LATEST } });

export const notificationsPage = (page: number, unreadOnly: boolean) =>
  apiQuery.notifications.list.queryOptions({
    input: { limit: PAGE_SIZE, skip: page * PAGE_SIZE, unreadOnly: unreadOnly ? 'true' : 'false' },
    placeholderData: keepPreviousData,
  });

/** Refetches what is on screen when a new notification arrives, or one is read in another window. */
export function useLiveNotifications(): void {
  const queries = useQueryClient();
  const { _id } = useMe();
  useLiveEvents((event) => {
    if (event.type === 'notifications.changed' && (event.userId ?? _id) === _id)
      void invalidatePart(queries, 'notifications');
  });
}
