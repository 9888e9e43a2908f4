import { ROW_BOUNDARY } from './split.ts';

/** Maximum length of a column name, which is repeated in each row. */
const NAME_LETTERS = 100;
const CELL = /^[^:\n]{1,100}: \S/;

/** A table row as text: each cell on its own line, after its column's name. */
export const tableRow = (names: readonly string[], cells: readonly string[]): string =>
  cells.flatMap((cell, at) => (cell === '' ? [] : [labelCell(names[at] ?? '', cell)])).join('\n');

const labelCell = (name: string, cell: string): string =>
  name === '' ? cell : `${name.slice(0, NAME_LETTERS)}: ${cell}`;

/** Whether a text is a table row: its cells mean nothing without each other. */
export const isTableRow = (text: string): boolean => {
  const lines = text.split('\n');
  return lines.length > 1 && lines.every((line) => CELL.test(line));
};

/**
 * The rows of a table between boundaries.
 * @param names column names; null if the first cell of each row names the others
 */
export const tableText = (names: readonly string[] | null, rows: readonly (readonly string[])[]): string =>
  [...rows.map((cells) => (names === null ? ofFirstCell(cells) : tableRow(names, cells))), '']
    .map((row) => `${ROW_BOUNDARY}\n${row}\n`)
    .join('');

const ofFirstCell = ([first = '', ...others]: readonly string[]): string =>
  labelCell(first, others.filter((cell) => cell !== '').join(', '));
