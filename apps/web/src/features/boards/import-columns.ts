import { type ColumnType, isReadOnlyType, NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import { readCell } from './clipboard.ts';

/**
 * What becomes of a column of a file: it goes into one of the board, into a new one of a type, or nowhere; or where
 * something stands in it, the row is a part of the last one before where nothing does.
 */
export type Use = { into: string } | { make: ColumnType } | 'partOf' | null;

/** For each row the one that it is a part of; null: of none. @param column in which that is said */
export function parentsIn(rows: readonly string[][], column: number): (number | null)[] {
  let whole: number | null = null;
  return rows.map((row, at) => {
    if ((row[column] ?? '').trim() !== '') return whole;
    whole = at;
    return null;
  });
}

/** Looked at for a guess. */
const GUESS_ROWS = 1_000;
const NOBODY: ReadonlyMap<string, string> = new Map();

/** What all of these texts are; what is nothing in particular is text. */
export function guessType(texts: readonly string[]): ColumnType {
  const given = texts.filter((text) => text.trim() !== '');
  if (given.length === 0) return 'text';
  const column = (type: ColumnType): BoardColumn => ({
    _id: '',
    name: '',
    type,
    options: [],
    settings: NO_SETTINGS,
    isTitle: false,
  });
  const areAll = (test: (text: string) => boolean) => given.every(test);
  if (areAll((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))) return 'date';
  // A number that begins with 0 or + is somebody's, and has its digits for a reason.
  const isNumber = (text: string) =>
    !/^(0\d|\+)/.test(text.trim()) && typeof readCell(column('number'), text, NOBODY) === 'number';
  if (areAll(isNumber)) return 'number';
  if (areAll((text) => /^(true|false|yes|no)$/i.test(text.trim()))) return 'checkbox';
  if (areAll((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text.trim()))) return 'email';
  return given.some((text) => text.includes('\n') || text.length > 500) ? 'longText' : 'text';
}

/** What becomes of each column of a file: by its name, the first one of no known name into the title. */
export function guessUses(
  header: readonly string[],
  rows: readonly string[][],
  columns: readonly BoardColumn[],
  /** The name of the column in which exports say what an item is a part of. */
  partOf?: string,
): Use[] {
  const taken = new Set<string>();
  const take = (column: BoardColumn | undefined): Use => {
    if (!column || taken.has(column._id)) return null;
    taken.add(column._id);
    return { into: column._id };
  };
  const named = header.map((name) => {
    if (name === partOf) return 'partOf';
    const found = columns.find((one) => one.name.trim().toLowerCase() === name.trim().toLowerCase());
    // What the server keeps is in exports, and cannot be set.
    return found && isReadOnlyType(found.type) ? ('kept' as const) : take(found);
  });
  return named.map((use, at) => {
    if (use === 'kept' || header[at] === '') return null;
    const title = columns.find(({ isTitle }) => isTitle);
    return use ?? take(title) ?? { make: guessType(rows.slice(0, GUESS_ROWS).map((row) => row[at] ?? '')) };
  });
}
