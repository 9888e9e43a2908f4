import { CONTACT_SORTS } from '@switchyard/contracts/contacts/sorts';
import { readPage, readText } from '../../lib/navigation/read-search.ts';

export const PAGE_SIZES = [25, 50, 100, 200];
export const DEFAULT_PAGE_SIZE = 50;
export const DEFAULT_SORT = 'name';

/** Search parameters of /contacts; defaults are omitted. */
export interface ContactsSearch {
  /** Zero-based. */
  page?: number;
  size?: number;
  sort?: (typeof CONTACT_SORTS)[number];
  search?: string;
  labelId?: string;
  listId?: string;
  /** Omitted for the contacts themselves. */
  tab?: 'optOuts';
}

/** Parses an address and drops invalid values. */
export function readContactsSearch(search: Record<string, unknown>): ContactsSearch {
  const read: ContactsSearch = {};
  if (search.tab === 'optOuts') return { tab: search.tab };
  const page = readPage(search.page);
  if (page) read.page = page;
  const size = Number(search.size);
  if (PAGE_SIZES.includes(size) && size !== DEFAULT_PAGE_SIZE) read.size = size;
  const sort = CONTACT_SORTS.find((known) => known === search.sort);
  if (sort && sort !== DEFAULT_SORT) read.sort = sort;
  const text = readText(search.search);
  if (text) read.search = text;
  for (const name of ['labelId', 'listId'] as const) {
    const id = search[name];
    if (typeof id === 'string' && /^[\da-f-]{36}$/i.test(id)) read[name] = id;
  }
  return read;
}

/** Filters of an address, without paging and sorting. */
export const filterOf = ({ search, labelId, listId }: ContactsSearch) => ({
  ...(search && { search }),
  ...(labelId && { labelId }),
  ...(listId && { listId }),
});

/** The list query for an address. */
export const listInput = (search: ContactsSearch) => {
  const { page = 0, size = DEFAULT_PAGE_SIZE, sort = DEFAULT_SORT } = search;
  return { limit: size, skip: page * size, sort, ...filterOf(search) };
};
