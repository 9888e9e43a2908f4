import { readPage, readText } from '../../../lib/navigation/read-search.ts';

/** The page number in the address of a list of bots, from 1; the first is omitted. */
function readBotsPage(search: Record<string, unknown>): { page?: number } {
  const page = readPage(search.page);
  return page && page > 1 ? { page } : {};
}

/** Search parameters of a list of bots. */
export interface OwnBotsSearch {
  page?: number;
  /** Part of the name or the description. */
  search?: string;
  /** Omitted: both. */
  status?: 'deployed' | 'draft';
}

/** Parses the search; invalid values are ignored. */
export function readOwnBotsSearch(search: Record<string, unknown>): OwnBotsSearch {
  const query = readText(search.search);
  const status = search.status === 'deployed' || search.status === 'draft' ? search.status : undefined;
  return { ...readBotsPage(search), ...(query && { search: query }), ...(status && { status }) };
}
