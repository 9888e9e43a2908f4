import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { isChatsEventOf, useRefetchOnEvents } from '../../../lib/live/use-refetch-on-events.ts';
import { type ChatsSearch, listInput } from '../chats-search.ts';

/** One page of an engine's chats. The previous page stays on the screen while the next one loads. */
export const chatsPage = (id: string, search: ChatsSearch, size: number) =>
  apiQuery.chats.list.queryOptions({
    input: { id, ...listInput(search, size) },
    placeholderData: keepPreviousData,
  });

/** The messages of one chat, latest first. */
export const chatMessages = (id: string, chat: string) =>
  infiniteQueryOptions(
    apiQuery.chats.messages.infiniteOptions({
      input: (before: string | undefined) => ({ id, chat, ...(before === undefined ? {} : { before }) }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  );

/**
 * Minimum time between two refetches of chats: many messages can arrive in a second, and a list of thousands is
 * expensive.
 */
const REFETCH_INTERVAL_MS = 2_000;

/** Refetches visible chats when a message arrives or one of ours changes. */
export function useLiveChats(engineId: string): void {
  const queries = useQueryClient();
  // An open thread refetches itself.
  useRefetchOnEvents(isChatsEventOf(engineId), REFETCH_INTERVAL_MS, () => {
    void queries.invalidateQueries({ queryKey: apiQuery.chats.list.key() });
    void queries.invalidateQueries({ queryKey: apiQuery.chats.messages.key() });
  });
}

/** Chats by cursor, so that pages stay consistent while new messages reorder the list. */
export const chatsAfter = (
  id: string,
  { search, shown }: { search?: string | undefined; shown?: string | undefined },
) =>
  infiniteQueryOptions(
    apiQuery.chats.list.infiniteOptions({
      input: (after: string | undefined) => ({
        id,
        ...(after === undefined ? {} : { after }),
        ...(search === undefined ? {} : { search }),
        ...(shown === 'unread' ? { unread: 'true' } : {}),
        ...(shown === 'groups' ? { kind: 'group' as const } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );

/** One chat by number or id; null if it has no messages yet. */
export const oneChat = (id: string, chat: string) =>
  apiQuery.chats.list.queryOptions({
    input: { id, search: chat, limit: 20 },
    select: ({ data }) => data.find((candidate) => candidate.chat === chat) ?? null,
  });
