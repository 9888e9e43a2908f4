import { convert, type HtmlToTextOptions } from 'html-to-text';
import { type Section, sectionsUnderHeadings } from '../passages/split.ts';
import { tableText } from '../passages/table-row.ts';
import { readTable, SKIPPED } from './read-html-table.ts';
import { decodeText } from './read-text.ts';
import { ReadingError } from './reading-error.ts';

const asHeading = (level: number) => ({
  selector: `h${level}`,
  format: 'heading',
  options: { uppercase: false },
});
const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 50_000_000, maxDepth: 200, maxChildNodes: 200_000 },
  formatters: {
    heading: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 2 });
      builder.addLiteral('# ');
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 2 });
    },
    table: (element, walk, builder) => {
      const table = readTable(element);
      builder.openBlock({ leadingLineBreaks: 2 });
      if (table) builder.addLiteral(tableText(table.names, table.rows));
      else walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 2 });
    },
  },
  selectors: [
    ...[1, 2, 3, 4, 5, 6].map(asHeading),
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'table' },
    // Of a table that only lays out the page.
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
  ],
};

/** The charset that a page says of itself in its first kilobyte. */
const charsetOf = (bytes: Uint8Array): string | undefined =>
  /<meta[^>]+charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 1_024)).toString('latin1'))?.[1];

/** @param charset as its web server says */
export const readHtml = (bytes: Uint8Array, charset?: string): Section[] =>
  sectionsOfHtml(decodeText(bytes, charset ?? charsetOf(bytes)));

/** What a page says, under its headings; what leads elsewhere, is run, or is only seen, is left out. */
export function sectionsOfHtml(html: string): Section[] {
  try {
    return sectionsUnderHeadings(convert(html, OPTIONS));
  } catch (error) {
    // Tens of thousands of elements within each other.
    if (error instanceof RangeError) throw new ReadingError('damaged');
    throw error;
  }
}
