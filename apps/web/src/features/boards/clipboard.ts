import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';

/** Cells as tab-separated text for spreadsheets. Values with a tab, line end or quote are quoted. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((text) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n');

/** Parses cells copied from a spreadsheet; stops after `maxCells`. */
export function fromTsv(text: string, maxCells: number): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = [[]];
  let cells = 0;
  let at = 0;
  while (at < text.length) {
    if (cells >= maxCells) return { rows, isCut: true };
    const { value, end } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at);
    rows.at(-1)?.push(value);
    cells += 1;
    at = end;
    if (text[at] === '\t') {
      at += 1;
      // An empty last cell of a line or of the text.
      if (at === text.length || /[\r\n]/.test(text[at] ?? '')) rows.at(-1)?.push('');
    }
    const isLineEnd = text[at] === '\r' || text[at] === '\n';
    if (!isLineEnd) continue;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (at < text.length) rows.push([]);
  }
  return { rows: rows.filter((row) => row.length > 0), isCut: false };
}

function plainAt(text: string, from: number) {
  let end = from;
  while (end < text.length && !/[\t\r\n]/.test(text[end] ?? '')) end += 1;
  return { value: text.slice(from, end), end };
}

/** A quote inside is doubled; one that is never closed is an ordinary character. */
function quotedAt(text: string, from: number) {
  let end = from + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) return plainAt(text, from);
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

const TRUE = ['true', 'yes', 'x', '1', '✓'];
const FALSE = ['false', 'no', '0'];

/**
 * Parses text from elsewhere for a column: options and people by name, numbers without separators. Text it does not
 * recognise stays as it is, and the server refuses it where it does not fit.
 */
export function readCell(column: BoardColumn, text: string, people: ReadonlyMap<string, string>): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const folded = trimmed.toLowerCase();
  const isNamed = (name: string) => name.toLowerCase() === folded;
  switch (column.type) {
    case 'status':
    case 'priority':
      return column.options.find(({ id, name }) => isNamed(name) || id === trimmed)?.id ?? trimmed;
    case 'checkbox':
      return TRUE.includes(folded) ? true : FALSE.includes(folded) ? false : trimmed;
    case 'number':
    case 'currency':
    case 'rating':
      return readNumber(trimmed);
    case 'file':
      return trimmed.split(',').map((id) => id.trim());
    case 'people': {
      const names = trimmed.split(/[,;]/).map((name) => name.trim().toLowerCase());
      const found = names.map((name) => [...people].find(([, own]) => own.toLowerCase() === name)?.[0]);
      return found.every((id) => id !== undefined) ? found : trimmed;
    }
    default:
      return trimmed;
  }
}

/** Parses `1,234.50`, `1.234,50`, `1 234` and `€ 12`; returns other text unchanged. */
function readNumber(text: string): CellValue {
  const digits = text.replace(/[\s\u00a0\u202f'’]|\p{Sc}/gu, '');
  const isCommaDecimal = /,\d{1,2}$/.test(digits) && digits.lastIndexOf(',') > digits.lastIndexOf('.');
  const plain = isCommaDecimal ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  const number = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(number) ? number : text;
}
