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
    // Cells of a layout table.
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
  ],
};

/** The charset that a page declares in its first kilobyte. */
const charsetOf = (bytes: Uint8Array): string | undefined =>
  /<meta[^>]+charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 1_024)).toString('latin1'))?.[1];

/** @param charset declared by its web server */
export const readHtml = (bytes: Uint8Array, charset?: string): Section[] =>
  sectionsOfHtml(decodeText(bytes, charset ?? charsetOf(bytes)));

/** A page's text under its headings, without navigation, scripts and visual elements. */
export function sectionsOfHtml(html: string): Section[] {
  try {
    return sectionsUnderHeadings(convert(html, OPTIONS));
  } catch (error) {
    // Tens of thousands of nested elements.
    if (error instanceof RangeError) throw new ReadingError('damaged');
    throw error;
  }
}
