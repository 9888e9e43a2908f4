import { ROW_BOUNDARY, type Section, sectionsUnderHeadings } from '../passages/split.ts';
import { tableText } from '../passages/table-row.ts';
import { ReadingError } from './reading-error.ts';

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark.
 * @param charset declared by the source
 * @throws ReadingError `not-text`; any other encoding would be a guess, and bots would answer with garbled text
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return decode(bytes, encoding) ?? decode(bytes, charset ?? encoding) ?? fail();
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function fail(): never {
  throw new ReadingError('not-text');
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

export const readPlain = (bytes: Uint8Array, charset?: string): Section[] => [
  { heading: null, page: null, text: withLineFeeds(decodeText(bytes, charset)) },
];

export const readMarkdown = (bytes: Uint8Array, charset?: string): Section[] =>
  sectionsUnderHeadings(withTables(withLineFeeds(decodeText(bytes, charset)).replaceAll(ROW_BOUNDARY, '\n')));

const TABLE_LINE = /^\s*\|.*\|\s*$/;
/** The line below the column names. */
const RULE = /^[\s|:-]+$/;

/** Replaces tables drawn with vertical bars by their rows. */
function withTables(text: string): string {
  const parts: string[] = [];
  let table: string[] = [];
  const endTable = () => {
    const [names, ...rows] = table.filter((line) => !RULE.test(line)).map(cellsOf);
    if (names) parts.push(rows.length === 0 ? names.join('\n') : tableText(names, rows));
    table = [];
  };
  for (const line of text.split('\n')) {
    if (TABLE_LINE.test(line)) {
      table.push(line);
      continue;
    }
    endTable();
    parts.push(line);
  }
  endTable();
  return parts.join('\n');
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
