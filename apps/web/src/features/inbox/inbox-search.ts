import {
  CONVERSATION_STATUSES,
  type ConversationStatus,
  INBOX_VIEWS,
  type InboxView,
} from '@switchyard/contracts/inbox/views';
import { readText } from '../../lib/navigation/read-search.ts';

/** What the inbox's address holds; left out: all conversations, those that are open, and none of them chosen. */
export interface InboxSearch {
  view?: InboxView | undefined;
  status?: ConversationStatus | undefined;
  search?: string | undefined;
  conversation?: string | undefined;
}

/** Reads an address; whatever makes no sense is left out. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const conversation = readText(search.conversation);
  const read: InboxSearch = {
    view: INBOX_VIEWS.find((one) => one === search.view),
    status: CONVERSATION_STATUSES.find((one) => one === search.status),
    search: readText(search.search),
    conversation: conversation && /^[0-9a-f-]{36}$/i.test(conversation) ? conversation : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
