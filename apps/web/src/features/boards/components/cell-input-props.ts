import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';

/** Where focus moves after a cell was edited. */
export type FocusMove = 'stay' | 'down' | 'next';

/** Props shared by all cell inputs. */
export interface CellInputProps {
  column: BoardColumn;
  value: CellValue;
  people: ReadonlyMap<string, string>;
  /** In a grid cell, where the column's heading is the label. */
  isInGrid?: boolean;
  isDisabled?: boolean;
  onCommit: (value: CellValue, focusMove: FocusMove) => void;
  onCancel?: () => void;
}
