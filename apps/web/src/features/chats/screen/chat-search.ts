import { readText } from '../../../lib/navigation/read-search.ts';

export const SHOWN = ['unread', 'groups'] as const;

/** What the address of /chat holds. */
export interface ChatScreenSearch {
  /** Of several engines. */
  engine?: string | undefined;
  /** The chat that is open: a number, or a group's id. */
  chat?: string | undefined;
  /** WhatsApp's id of the message at which the chat is opened. */
  message?: string | undefined;
  search?: string | undefined;
  /** Left out: all chats. */
  shown?: (typeof SHOWN)[number] | undefined;
}

/** Reads an address; whatever makes no sense is left out. */
export function readChatScreenSearch(search: Record<string, unknown>): ChatScreenSearch {
  const { engine, shown } = search;
  const read: ChatScreenSearch = {
    engine: typeof engine === 'string' && /^[\da-f-]{36}$/i.test(engine) ? engine : undefined,
    chat: readText(search.chat)?.slice(0, 128),
    message: readText(search.message)?.slice(0, 128),
    search: readText(search.search),
    shown: SHOWN.find((one) => one === shown),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
