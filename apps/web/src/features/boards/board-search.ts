import { VIEW_KINDS, type ViewKind } from '@switchyard/contracts/boards/views';
import { readPage, readText } from '../../lib/navigation/read-search.ts';

/** Search parameters of /boards. */
export interface BoardListSearch {
  /** Zero-based. */
  page?: number;
  /** Part of the name. */
  search?: string;
}

export function readBoardListSearch(search: Record<string, unknown>): BoardListSearch {
  const page = readPage(search.page);
  const text = readText(search.search);
  return { ...(page && { page }), ...(text && { search: text }) };
}

/** Search parameters of a board; the table layout is omitted as the default. */
export interface BoardSearch {
  kind?: Exclude<ViewKind, 'table'>;
  search?: string;
  /** The item shown in the panel. */
  item?: string;
}

/** Parses an address and drops invalid values. */
export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
  const text = readText(search.search);
  const item = readText(search.item, 36);
  const kind = VIEW_KINDS.find((kind) => kind === search.kind);
  return {
    ...(kind && kind !== 'table' && { kind }),
    ...(text && { search: text }),
    ...(item && { item }),
  };
}
