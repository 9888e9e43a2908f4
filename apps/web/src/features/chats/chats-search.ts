import { CHAT_KINDS, CHATS_WAITING, type ChatFilter } from '@switchyard/contracts/chats/filters';
import { readInstant, readPage, readText } from '../../lib/navigation/read-search.ts';

/** Search parameters of an engine's chats; `page` is zero-based. */
export interface ChatsSearch extends ChatFilter {
  page?: number | undefined;
}

/** Parses an address and drops invalid values. */
export function readChatsSearch(search: Record<string, unknown>): ChatsSearch {
  const read: ChatsSearch = {
    page: readPage(search.page),
    search: readText(search.search),
    kind: CHAT_KINDS.find((kind) => kind === search.kind),
    waiting: CHATS_WAITING.find((waiting) => waiting === search.waiting),
    cameIn: search.cameIn === true || undefined,
    unread: search.unread === true || undefined,
    since: readInstant(search.since),
    until: readInstant(search.until),
  };
  // A key with an undefined value would be written into the address.
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The list query for an address. */
export function listInput({ page = 0, cameIn, unread, ...filter }: ChatsSearch, size: number) {
  return {
    limit: size,
    skip: page * size,
    ...filter,
    ...(cameIn ? { cameIn: 'true' } : {}),
    ...(unread ? { unread: 'true' } : {}),
  };
}
