import { MAX_DOCUMENT_ROWS } from '@switchyard/contracts/knowledge/limits';
import { CsvError, parse } from 'csv-parse/sync';
import type { Section } from '../passages/split.ts';
import { tableRow } from '../passages/table-row.ts';
import { decodeText } from './read-text.ts';
import { ReadingError } from './reading-error.ts';

const DELIMITERS = [',', ';', '\t'];

/** Each row becomes a passage: its cells under the column names from the first row. */
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
      delimiter: DELIMITERS.filter((delimiter) =>
        text.slice(0, text.indexOf('\n') + 1 || undefined).includes(delimiter),
      ),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // The header and one row over the limit: enough to detect that there are too many.
      to: MAX_DOCUMENT_ROWS + 2,
    });
  } catch (error) {
    throw error instanceof CsvError ? new ReadingError('damaged') : error;
  }
}
