import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';

/** Where the focus goes from a cell that was edited. */
export type Leaving = 'stay' | 'down' | 'next';

/** What every input of a cell is given. */
export interface Input {
  column: BoardColumn;
  value: CellValue;
  people: ReadonlyMap<string, string>;
  /** In a cell of the grid, where the column's head is its label. */
  isInGrid?: boolean;
  isDisabled?: boolean;
  onCommit: (value: CellValue, leaving: Leaving) => void;
  onCancel?: () => void;
}
