import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

const PAGE = 50;
/** Poll interval for a reply that is pending elsewhere, in case the live channel is down. */
const POLL_INTERVAL_MS = 2_000;

/** The latest messages of a conversation, newest first. */
export const conversationMessages = (id: string, pages: number) =>
  apiQuery.agent.messages.queryOptions({
    input: { id, limit: PAGE * pages, skip: 0 },
    refetchInterval: ({ state }: { state: { data?: { data: AgentMessage[] } | undefined } }) =>
      state.data?.data.some(({ state }) => state === 'pending') ? POLL_INTERVAL_MS : false,
  });

/** The user's newest conversation, if any. */
export const newestConversation = () => apiQuery.agent.conversations.queryOptions({ input: { limit: 1, skip: 0 } });

/** Invalidates the messages of conversations, such as a partial reply. */
export const invalidateMessages = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: apiQuery.agent.messages.key() });
