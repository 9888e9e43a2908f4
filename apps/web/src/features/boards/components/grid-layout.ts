import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import type { CSSProperties } from 'react';

const minWidthPx = ({ isTitle, type }: BoardColumn): number => {
  if (isTitle) return 240;
  return type === 'longText' || type === 'link' ? 200 : 140;
};
const widthOf = (column: BoardColumn): string => `minmax(${minWidthPx(column)}px, ${column.isTitle ? 2 : 1}fr)`;

/** Column widths as a CSS grid template. */
export const widthsOf = (columns: readonly BoardColumn[]): string => columns.map(widthOf).join(' ');

/** Minimum total width of the columns in pixels. */
export const totalMinWidthPx = (columns: readonly BoardColumn[]): number =>
  columns.reduce((sum, column) => sum + minWidthPx(column), 0);

/**
 * Style that keeps a frozen cell in place while others scroll below it.
 * @param frozen number of frozen columns after the title
 */
export const frozenProps = (columns: readonly BoardColumn[], at: number, frozen: number) =>
  at > frozen
    ? {}
    : {
        'data-title': true,
        style: { '--frozen-start': `${totalMinWidthPx(columns.slice(0, at))}px` } as CSSProperties,
      };
