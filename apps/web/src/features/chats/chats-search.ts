import { CHAT_KINDS, CHATS_WAITING, type ChatFilter } from '@switchyard/contracts/chats/filters';
import { readInstant, readPage, readText } from '../../lib/navigation/read-search.ts';

/** What the address of an engine's chats holds; `page` counts from 0. */
export interface ChatsSearch extends ChatFilter {
  page?: number | undefined;
}

/** Reads an address; whatever makes no sense is left out. */
export function readChatsSearch(search: Record<string, unknown>): ChatsSearch {
  const read: ChatsSearch = {
    page: readPage(search.page),
    search: readText(search.search),
    kind: CHAT_KINDS.find((one) => one === search.kind),
    waiting: CHATS_WAITING.find((one) => one === search.waiting),
    cameIn: search.cameIn === true || undefined,
    unread: search.unread === true || undefined,
    since: readInstant(search.since),
    until: readInstant(search.until),
  };
  // A name without a value would be written into the address.
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The query that the server answers for an address. */
export function listInput({ page = 0, cameIn, unread, ...filter }: ChatsSearch, size: number) {
  return {
    limit: size,
    skip: page * size,
    ...filter,
    ...(cameIn ? { cameIn: 'true' } : {}),
    ...(unread ? { unread: 'true' } : {}),
  };
}
