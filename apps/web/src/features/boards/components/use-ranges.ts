import type { CellValue } from '@switchyard/contracts/boards/columns';
import { MAX_CELLS_AT_ONCE, MAX_PASTED_CELLS, MAX_ROWS_AT_ONCE } from '@switchyard/contracts/boards/limits';
import type { BoardColumn, BoardItem, LeftOut } from '@switchyard/contracts/boards/operations';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { v7 } from 'uuid';
import { failureText } from '../../../components/failure-text.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import type { useUndo } from './use-undo.ts';

/** Values for existing items, one per column. */
export interface Range {
  columns: readonly BoardColumn[];
  rows: { item: BoardItem; values: CellValue[] }[];
  /** Values for new items at the end of a group. */
  added: { groupId: string; rows: CellValue[][] };
}

const isSame = (a: CellValue, b: CellValue) => JSON.stringify(a) === JSON.stringify(b);

/** Splits rows into batches of the server's maximum size. */
function* inBatches<Row>(rows: readonly Row[], columns: number): Generator<{ from: number; batch: Row[] }> {
  const size = Math.min(MAX_ROWS_AT_ONCE, Math.max(1, Math.floor(MAX_CELLS_AT_ONCE / columns)));
  for (let from = 0; from < rows.length; from += size) yield { from, batch: rows.slice(from, from + size) };
}

/** Saves whole ranges of a board that were pasted, filled or cleared; each is undone as a whole. */
export function useRanges(boardId: string, addUndo: ReturnType<typeof useUndo>) {
  const { t } = useTranslation('boards');
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: apiQuery.boards.key() });

  const saveRows = async (columnIds: string[], rows: { id: string; values: CellValue[]; expected: CellValue[] }[]) => {
    const leftOut: LeftOut[] = [];
    let changed = 0;
    for (const { from, batch } of inBatches(rows, columnIds.length)) {
      const answer = await api.boards.setCells({ boardId, columnIds, rows: batch });
      changed += answer.changed;
      leftOut.push(...answer.leftOut.map((skipped) => ({ ...skipped, row: skipped.row + from })));
    }
    return { changed, leftOut };
  };

  return async ({ columns, rows, added }: Range): Promise<void> => {
    const columnIds = columns.map(({ _id }) => _id);
    if (columnIds.length === 0) return;
    if (columnIds.length * (rows.length + added.rows.length) > MAX_PASTED_CELLS) {
      toastError(t('range.tooMany', { maximum: formatNumber(MAX_PASTED_CELLS) }));
      return;
    }
    const importId = v7();
    try {
      const changes = rows.map(({ item, values }) => ({
        id: item._id,
        values,
        expected: columnIds.map((id) => item.cells[id] ?? null),
      }));
      const { changed, leftOut } = await saveRows(columnIds, changes);
      for (const { from, batch } of inBatches(added.rows, columnIds.length)) {
        const { groupId } = added;
        const answer = await api.boards.addRows({ boardId, groupId, columnIds, rows: batch, importId, firstRow: from });
        leftOut.push(...answer.leftOut.map((skipped) => ({ ...skipped, row: skipped.row + from + rows.length })));
      }
      const isLeftOut = (row: number, columnId: string) =>
        leftOut.some((skipped) => skipped.row === row && (skipped.columnId === null || skipped.columnId === columnId));
      const undo = async () => {
        // Only cells that this change set: skipped cells have their previous value or another person's.
        const restored = changes.map(({ id, values, expected }, row) => ({
          id,
          values: expected,
          expected: values.map((value, index) =>
            isLeftOut(row, columnIds[index] ?? '') ? (expected[index] ?? null) : value,
          ),
        }));
        await saveRows(
          columnIds,
          restored.filter(({ values, expected }) =>
            values.some((value, index) => !isSame(value, expected[index] ?? null)),
          ),
        );
        if (added.rows.length > 0) await api.boards.removeRows({ id: boardId, importId });
        await refetch();
        return true;
      };
      addUndo({ undoneText: t('range.undone'), undo: () => undo().catch(showError) });
      const count = changed + added.rows.length * columnIds.length;
      if (leftOut.length > 0) toastError(t('range.leftOut', { count: leftOut.length }));
      else if (count > 1) toast(t('range.set', { count }));
    } catch (error) {
      showError(error);
    }
    await refetch();
  };
}

const showError = (error: unknown): boolean => {
  toastError(failureText(error));
  return false;
};
