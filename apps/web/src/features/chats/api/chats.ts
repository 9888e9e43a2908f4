import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { isChatsEventOf, useRefetchOnEvents } from '../../../lib/live/use-refetch-on-events.ts';
import { type ChatsSearch, listInput } from '../chats-search.ts';

/** One page of an engine's chats; the page before stays on the screen while the next one loads. */
export const chatsPage = (id: string, search: ChatsSearch, size: number) =>
  apiQuery.chats.list.queryOptions({
    input: { id, ...listInput(search, size) },
    placeholderData: keepPreviousData,
  });

/** The messages of one chat, the latest first. */
export const chatMessages = (id: string, chat: string) =>
  infiniteQueryOptions(
    apiQuery.chats.messages.infiniteOptions({
      input: (before: string | undefined) => ({ id, chat, ...(before === undefined ? {} : { before }) }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  );

/**
 * Many messages can come or change in a second; the chats are read again at most this often, as a list of thousands is
 * costly.
 */
const READ_AGAIN_EVERY_MS = 2_000;

/** Reads the chats on the screen again when a message came in or one of ours went on. */
export function useLiveChats(engineId: string): void {
  const queries = useQueryClient();
  // An open thread reads itself again.
  useRefetchOnEvents(isChatsEventOf(engineId), READ_AGAIN_EVERY_MS, () => {
    void queries.invalidateQueries({ queryKey: apiQuery.chats.list.key() });
    void queries.invalidateQueries({ queryKey: apiQuery.chats.messages.key() });
  });
}

/** Chats read on from each to the next, whatever moves above them. */
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

/** One chat, by its number or id; null: nothing was said in it yet. */
export const oneChat = (id: string, chat: string) =>
  apiQuery.chats.list.queryOptions({
    input: { id, search: chat, limit: 20 },
    select: ({ data }) => data.find((one) => one.chat === chat) ?? null,
  });
