import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

const PAGE = 50;
/** A reply that is pending elsewhere is looked for this often, should the live channel be away. */
const LOOK_AGAIN_MS = 2_000;

/** The latest messages of a conversation, the newest first. */
export const conversationMessages = (id: string, pages: number) =>
  apiQuery.agent.messages.queryOptions({
    input: { id, limit: PAGE * pages, skip: 0 },
    refetchInterval: ({ state }: { state: { data?: { data: AgentMessage[] } | undefined } }) =>
      state.data?.data.some(({ state }) => state === 'pending') ? LOOK_AGAIN_MS : false,
  });

/** The newest conversation of the person, if there is one. */
export const newestConversation = () => apiQuery.agent.conversations.queryOptions({ input: { limit: 1, skip: 0 } });

/** Reads again what is said in conversations, such as what a reply shows so far. */
export const readSaidAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: apiQuery.agent.messages.key() });
