import { MAX_DOCUMENT_ROWS } from '@switchyard/contracts/knowledge/limits';
import { CsvError, parse } from 'csv-parse/sync';
import type { Section } from '../passages/split.ts';
import { tableRow } from '../passages/table-row.ts';
import { decodeText } from './read-text.ts';
import { ReadingError } from './reading-error.ts';

const DELIMITERS = [',', ';', '\t'];

/** Each row is a passage: its cells under the names of their columns, which the first row gives. */
export function readCsv(bytes: Uint8Array, charset?: string): Section[] {
  const text = decodeText(bytes, charset).replace(/^\uFEFF/, '');
  const [names = [], ...rows] = readRows(text);
  if (rows.length > MAX_DOCUMENT_ROWS) throw new ReadingError('too-many-rows');
  return rows.map((cells) => ({
    heading: null,
    page: null,
    text: tableRow(names, cells),
  }));
}

function readRows(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: DELIMITERS.filter((one) => text.slice(0, text.indexOf('\n') + 1 || undefined).includes(one)),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // One more than may be, besides the names: more are not needed to know that they are too many.
      to: MAX_DOCUMENT_ROWS + 2,
    });
  } catch (error) {
    throw error instanceof CsvError ? new ReadingError('damaged') : error;
  }
}
