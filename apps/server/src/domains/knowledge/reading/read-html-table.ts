import type { DomNode } from 'html-to-text';

/** Visual elements, scripts and navigation. */
export const SKIPPED = ['nav', 'footer', 'script', 'style', 'noscript', 'template', 'svg', 'img', 'form', 'button'];
/** A table that contains these lays out a page. */
const OF_LAYOUT = ['table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Longer cells are text, not table data. */
const MAX_CELL_LETTERS = 500;
const MAX_COLUMNS = 100;
const MAX_DEPTH = 200;

interface HtmlTable {
  /** Column names; null if the first cell of each row names the others. */
  names: string[] | null;
  rows: string[][];
}

/** The non-empty rows of an HTML table; null if it only lays out the page. */
export function readTable(table: DomNode): HtmlTable | null {
  const lines = childrenOf(table).flatMap((part) =>
    part.name === 'tr' ? [part] : childrenOf(part).filter(isNamed('tr')),
  );
  const cellsOf = (line: DomNode) => childrenOf(line).filter(isNamed('td', 'th'));
  // No table is wider than its row with the most cells, whatever a cell claims to span.
  const columns = Math.min(
    MAX_COLUMNS,
    lines.reduce((maximum, line) => Math.max(maximum, cellsOf(line).length), 0),
  );
  const rows: string[][] = [];
  let names: string[] | null = null;
  let width = 0;
  for (const line of lines) {
    const cells = cellsOf(line);
    const texts: string[] = [];
    for (const [place, cell] of cells.entries()) {
      const text = textOf(cell);
      if (text === null || text.length > MAX_CELL_LETTERS) return null;
      const room = columns - texts.length - (cells.length - place - 1);
      texts.push(...Array<string>(Math.max(1, Math.min(spanOf(cell), room))).fill(text));
    }
    if (texts.every((text) => text === '')) continue;
    width = Math.max(width, texts.length);
    const isFirst = rows.length === 0 && names === null;
    if (isFirst && (cells.every(isNamed('th')) || line.parent?.name === 'thead')) names = texts;
    else rows.push(texts);
  }
  if (width < 2 || rows.length === 0) return null;
  // Without header cells, the names are the first column in a two-column table, otherwise the first row.
  const hasNames = names !== null || lines.some((line) => childrenOf(line).some(isNamed('th')));
  if (!hasNames && width > 2 && rows.length > 1) [names = null] = rows.splice(0, 1);
  return { names, rows };
}

const childrenOf = (node: DomNode): DomNode[] => node.children ?? [];
const isNamed =
  (...names: string[]) =>
  ({ name }: DomNode): boolean =>
    name !== undefined && names.includes(name);

/** A cell that spans several columns is repeated in each. */
const spanOf = ({ attribs }: DomNode): number => Math.max(1, Number.parseInt(attribs?.colspan ?? '1', 10) || 1);

/** As one line; null if it contains elements that no data cell has. */
function textOf(node: DomNode, depth = 0): string | null {
  if (node.type === 'text') return node.data ?? '';
  if (isNamed(...SKIPPED)(node) || depth > MAX_DEPTH) return '';
  if (isNamed(...OF_LAYOUT)(node)) return null;
  const parts = childrenOf(node).map((child) => textOf(child, depth + 1));
  if (parts.includes(null)) return null;
  const isInline = isNamed('a', 'b', 'strong', 'i', 'em', 'span', 'u', 'small', 'sub', 'sup', 'code')(node);
  const text = parts.join('').replace(/\s+/g, ' ');
  return isInline ? text : depth === 0 ? text.trim() : ` ${text} `;
}
