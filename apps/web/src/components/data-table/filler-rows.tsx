import { Skeleton } from '@mantine/core';
import classes from './data-table.module.css';

const SKELETON_ROWS = 12;

/** Takes up the height of the rows that are not rendered. */
export function SpaceRow({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes.space}>
      <td colSpan={span} style={{ blockSize: height }} />
    </tr>
  );
}

/** Shown while the first rows load. */
export function SkeletonRows({ columns, label }: { columns: number; label: string }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
    <tr key={row} aria-label={row === 0 ? label : undefined} aria-hidden={row > 0}>
      {Array.from({ length: columns }, (_cell, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
        <td key={cell}>
          {cell < columns - 1 && <Skeleton height={12} width={`${45 + ((row * 7 + cell * 13) % 45)}%`} />}
        </td>
      ))}
    </tr>
  ));
}
