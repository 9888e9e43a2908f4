import { convert, type HtmlToTextOptions } from 'html-to-text';
import { type Section, sectionsUnderHeadings } from '../passages/split.ts';
import { decodeText } from './read-text.ts';
import { ReadingFault } from './reading-fault.ts';

const asHeading = (level: number) => ({
  selector: `h${level}`,
  format: 'heading',
  options: { uppercase: false },
});
const SKIPPED = ['nav', 'footer', 'script', 'style', 'noscript', 'template', 'svg', 'img', 'form', 'button'];
/** A cell takes a place for each column and row that it spans, and whoever wrote the page chose both numbers: no text is in the further ones. */
const MAX_COLUMNS_PER_CELL = 20;

/** Only the parts of an element that matter here; the library's types have none. */
interface TableElement {
  attribs?: Record<string, string>;
  children?: TableElement[];
}

function boundSpans(table: TableElement): void {
  const left = [table];
  for (let element = left.pop(); element; element = left.pop()) {
    const { attribs, children = [] } = element;
    if (attribs?.colspan !== undefined)
      attribs.colspan = String(Math.min(Number(attribs.colspan), MAX_COLUMNS_PER_CELL));
    if (attribs?.rowspan !== undefined) attribs.rowspan = '1';
    for (const child of children) left.push(child);
  }
}

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
    boundedTable: (element, walk, builder, options) => {
      boundSpans(element);
      builder.options.formatters?.dataTable?.(element, walk, builder, options);
    },
  },
  selectors: [
    ...[1, 2, 3, 4, 5, 6].map(asHeading),
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'boundedTable', options: { uppercaseHeaderCells: false } },
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
    if (error instanceof RangeError) throw new ReadingFault('damaged');
    throw error;
  }
}
