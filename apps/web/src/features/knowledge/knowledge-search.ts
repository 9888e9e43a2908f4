import { readPage, readText } from '../../lib/navigation/read-search.ts';

/** What the address of /knowledge-base holds. */
export interface KnowledgeSearch {
  /** Counts from 0. */
  page?: number;
  /** Part of the name. */
  search?: string;
}

/** Reads an address; whatever makes no sense is left out. */
export function readKnowledgeSearch(search: Record<string, unknown>): KnowledgeSearch {
  const page = readPage(search.page);
  const words = readText(search.search);
  return { ...(page && { page }), ...(words && { search: words }) };
}
