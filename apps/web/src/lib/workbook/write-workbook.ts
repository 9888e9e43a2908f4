import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';

export type SheetCell = string | number | boolean | { date: string } | { value: number; format: string } | undefined;
export interface SheetContent {
  name: string;
  rows: readonly (readonly SheetCell[])[];
  /** Width of each column, in characters. */
  widths: readonly number[];
}

const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * Writes an .xlsx. Texts are cells with the text format, whatever they start with: a spreadsheet program neither
 * evaluates `=…`, `+…`, `-…` or `@…` nor turns it into a formula after an edit, and an import reads the text back
 * unchanged.
 * @param counts1904 whether numbers with a date format count from 1904
 */
export function writeWorkbook(
  sheets: readonly SheetContent[],
  title: string,
  counts1904 = false,
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  if (counts1904) book.Workbook = { WBProps: { date1904: true } };
  book.Props = { Title: title, Application: 'Switchyard' };
  for (const sheet of sheets) utils.book_append_sheet(book, toSheet(sheet), sheet.name);
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}

/**
 * Escapes carriage returns, which XML line-end handling would drop, and `_x0041_`, which would be read as the character
 * it names. (The library's own reader unescapes once too often and still gives `A` for such a text; spreadsheet
 * programs read it right.)
 */
export function escapedText(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replaceAll('\r', '_x000D_');
}

function toSheet({ rows, widths }: SheetContent): WorkSheet {
  const data = rows.map((row) => row.map(toCell));
  const columns = Math.max(1, ...rows.slice(0, 1).map((row) => row.length));
  const sheet = {
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, rows.length - 1), c: columns - 1 } }),
    '!cols': widths.map((wch) => ({ wch })),
    '!data': data,
  };
  return sheet as unknown as WorkSheet;
}

function toCell(value: SheetCell): CellObject | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return { t: 's', v: escapedText(value), z: '@' };
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'boolean') return { t: 'b', v: value };
  if ('value' in value) return { t: 'n', v: value.value, z: value.format };
  return { t: 'n', v: (Date.parse(`${value.date}T00:00:00Z`) - EPOCH_MS) / DAY_MS, z: 'yyyy-mm-dd' };
}
