import { type Section, sectionsUnderHeadings } from '../passages/split.ts';
import { ReadingFault } from './reading-fault.ts';

/**
 * The text in these bytes: UTF-8, or UTF-16 that says so.
 * @param charset that somebody has said they are in
 * @throws ReadingFault `not-text`; another encoding would have to be guessed, and bots would answer in scrambled letters
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
  throw new ReadingFault('not-text');
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

export const readPlain = (bytes: Uint8Array, charset?: string): Section[] => [
  { heading: null, page: null, text: withLineFeeds(decodeText(bytes, charset)) },
];

export const readMarkdown = (bytes: Uint8Array, charset?: string): Section[] =>
  sectionsUnderHeadings(withLineFeeds(decodeText(bytes, charset)));
