import { ROW_BOUNDARY } from './split.ts';

/** Of a column's name: it stands in each row. */
const NAME_LETTERS = 100;
const CELL = /^[^:\n]{1,100}: \S/;

/** A row of a table as a text: each cell in a line of its own, under the name of its column. */
export const tableRow = (names: readonly string[], cells: readonly string[]): string =>
  cells.flatMap((cell, at) => (cell === '' ? [] : [named(names[at] ?? '', cell)])).join('\n');

const named = (name: string, cell: string): string => (name === '' ? cell : `${name.slice(0, NAME_LETTERS)}: ${cell}`);

/** Whether it is one: no cell of it says anything without the others. */
export const isTableRow = (text: string): boolean => {
  const lines = text.split('\n');
  return lines.length > 1 && lines.every((line) => CELL.test(line));
};

/**
 * The rows of a table between boundaries.
 * @param names of its columns; null: the first cell of each row says what the others are
 */
export const tableText = (names: readonly string[] | null, rows: readonly (readonly string[])[]): string =>
  [...rows.map((cells) => (names === null ? ofFirstCell(cells) : tableRow(names, cells))), '']
    .map((row) => `${ROW_BOUNDARY}\n${row}\n`)
    .join('');

const ofFirstCell = ([first = '', ...others]: readonly string[]): string =>
  named(first, others.filter((cell) => cell !== '').join(', '));
