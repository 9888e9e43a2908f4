import { readPage, readText } from '../../lib/navigation/read-search.ts';

/** Search parameters of /knowledge-base. */
export interface KnowledgeSearch {
  /** Counts from 0. */
  page?: number;
  /** Part of the name. */
  search?: string;
}

/** Parses the search; invalid values are ignored. */
export function readKnowledgeSearch(search: Record<string, unknown>): KnowledgeSearch {
  const page = readPage(search.page);
  const query = readText(search.search);
  return { ...(page && { page }), ...(query && { search: query }) };
}
