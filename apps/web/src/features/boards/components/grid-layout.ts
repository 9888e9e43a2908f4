import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import type { CSSProperties } from 'react';

const minWidthPx = ({ isTitle, type }: BoardColumn): number => {
  if (isTitle) return 240;
  return type === 'longText' || type === 'link' ? 200 : 140;
};
const widthOf = (column: BoardColumn): string => `minmax(${minWidthPx(column)}px, ${column.isTitle ? 2 : 1}fr)`;

/** The columns' widths for CSS grid. */
export const widthsOf = (columns: readonly BoardColumn[]): string => columns.map(widthOf).join(' ');

/** Pixels that the columns need together. */
export const totalMinWidthPx = (columns: readonly BoardColumn[]): number =>
  columns.reduce((sum, column) => sum + minWidthPx(column), 0);

/**
 * What makes a cell stay in sight while the others pass under it.
 * @param frozen so many columns after the title stay
 */
export const staying = (columns: readonly BoardColumn[], at: number, frozen: number) =>
  at > frozen
    ? {}
    : {
        'data-title': true,
        style: { '--frozen-start': `${totalMinWidthPx(columns.slice(0, at))}px` } as CSSProperties,
      };
