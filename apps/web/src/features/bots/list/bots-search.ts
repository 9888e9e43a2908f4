import { readPage, readText } from '../../../lib/navigation/read-search.ts';

/** The page of a list of bots in its address, from 1; the first is not written. */
function readBotsPage(search: Record<string, unknown>): { page?: number } {
  const page = readPage(search.page);
  return page && page > 1 ? { page } : {};
}

/** What the address of a list of bots holds. */
export interface OwnBotsSearch {
  page?: number;
  /** Part of the name or of the description. */
  search?: string;
  /** Left out: both. */
  status?: 'deployed' | 'draft';
}

/** Reads an address; whatever makes no sense is left out. */
export function readOwnBotsSearch(search: Record<string, unknown>): OwnBotsSearch {
  const words = readText(search.search);
  const status = search.status === 'deployed' || search.status === 'draft' ? search.status : undefined;
  return { ...readBotsPage(search), ...(words && { search: words }), ...(status && { status }) };
}
