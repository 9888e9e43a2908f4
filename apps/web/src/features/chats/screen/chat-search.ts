import { readText } from '../../../lib/navigation/read-search.ts';

export const SHOWN_FILTERS = ['unread', 'groups'] as const;

/** Search parameters of /chat. */
export interface ChatScreenSearch {
  /** The selected engine, if there are several. */
  engine?: string | undefined;
  /** The open chat: a number or a group id. */
  chat?: string | undefined;
  /** WhatsApp's id of the message to open the chat at. */
  message?: string | undefined;
  search?: string | undefined;
  /** Omitted for all chats. */
  shown?: (typeof SHOWN_FILTERS)[number] | undefined;
}

/** Parses an address and drops invalid values. */
export function readChatScreenSearch(search: Record<string, unknown>): ChatScreenSearch {
  const { engine, shown } = search;
  const read: ChatScreenSearch = {
    engine: typeof engine === 'string' && /^[\da-f-]{36}$/i.test(engine) ? engine : undefined,
    chat: readText(search.chat)?.slice(0, 128),
    message: readText(search.message)?.slice(0, 128),
    search: readText(search.search),
    shown: SHOWN_FILTERS.find((kind) => kind === shown),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
