import { VIEW_KINDS, type ViewKind } from '@switchyard/contracts/boards/views';
import { readPage, readText } from '../../lib/navigation/read-search.ts';

/** What the address of /boards holds. */
export interface BoardListSearch {
  /** Counts from 0. */
  page?: number;
  /** Part of the name. */
  search?: string;
}

export function readBoardListSearch(search: Record<string, unknown>): BoardListSearch {
  const page = readPage(search.page);
  const words = readText(search.search);
  return { ...(page && { page }), ...(words && { search: words }) };
}

/** What the address of a board holds; a table is not written. */
export interface BoardSearch {
  kind?: Exclude<ViewKind, 'table'>;
  search?: string;
  /** The item whose panel is open. */
  item?: string;
}

/** Reads an address; whatever makes no sense is left out. */
export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
  const words = readText(search.search);
  const item = readText(search.item, 36);
  const kind = VIEW_KINDS.find((one) => one === search.kind);
  return {
    ...(kind && kind !== 'table' && { kind }),
    ...(words && { search: words }),
    ...(item && { item }),
  };
}
