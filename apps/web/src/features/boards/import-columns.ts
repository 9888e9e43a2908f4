import { type ColumnType, isReadOnlyType, NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import { readCell } from './clipboard.ts';

/**
 * Target of a file's column: a column of the board, a new column of a type, or none. `partOf`: a row with a value there
 * is a subitem of the last row without one.
 */
export type ColumnTarget = { into: string } | { make: ColumnType } | 'partOf' | null;

/**
 * The parent row of each row, or null.
 * @param column the column that marks subitems
 */
export function parentRows(rows: readonly string[][], column: number): (number | null)[] {
  let parent: number | null = null;
  return rows.map((row, index) => {
    if ((row[column] ?? '').trim() !== '') return parent;
    parent = index;
    return null;
  });
}

/** Rows examined to guess a type. */
const GUESS_ROWS = 1_000;
const NO_PEOPLE: ReadonlyMap<string, string> = new Map();

/** The type that fits all of the texts; plain text if no other does. */
export function guessType(texts: readonly string[]): ColumnType {
  const filled = texts.filter((text) => text.trim() !== '');
  if (filled.length === 0) return 'text';
  const column = (type: ColumnType): BoardColumn => ({
    _id: '',
    name: '',
    type,
    options: [],
    settings: NO_SETTINGS,
    isTitle: false,
  });
  const allMatch = (test: (text: string) => boolean) => filled.every(test);
  if (allMatch((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))) return 'date';
  // A number that starts with 0 or + is an identifier or a phone number; its digits must stay.
  const isNumber = (text: string) =>
    !/^(0\d|\+)/.test(text.trim()) && typeof readCell(column('number'), text, NO_PEOPLE) === 'number';
  if (allMatch(isNumber)) return 'number';
  if (allMatch((text) => /^(true|false|yes|no)$/i.test(text.trim()))) return 'checkbox';
  if (allMatch((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text.trim()))) return 'email';
  return filled.some((text) => text.includes('\n') || text.length > 500) ? 'longText' : 'text';
}

/** Guesses the target of each column of a file by its name. The first unknown column becomes the title. */
export function guessTargets(
  header: readonly string[],
  rows: readonly string[][],
  columns: readonly BoardColumn[],
  /** The column in which exports name an item's parent. */
  partOf?: string,
): ColumnTarget[] {
  const taken = new Set<string>();
  const take = (column: BoardColumn | undefined): ColumnTarget => {
    if (!column || taken.has(column._id)) return null;
    taken.add(column._id);
    return { into: column._id };
  };
  const targets = header.map((name) => {
    if (name === partOf) return 'partOf';
    const found = columns.find((column) => column.name.trim().toLowerCase() === name.trim().toLowerCase());
    // Exports include columns that the server keeps, and these cannot be set.
    return found && isReadOnlyType(found.type) ? ('kept' as const) : take(found);
  });
  return targets.map((target, index) => {
    if (target === 'kept' || header[index] === '') return null;
    const title = columns.find(({ isTitle }) => isTitle);
    return target ?? take(title) ?? { make: guessType(rows.slice(0, GUESS_ROWS).map((row) => row[index] ?? '')) };
  });
}
