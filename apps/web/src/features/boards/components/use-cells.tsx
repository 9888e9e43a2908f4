import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { boardErrors } from '@switchyard/contracts/boards/operations';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { toastError } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useSetCell } from '../api/boards.ts';
import { cellText } from './cell-text.ts';
import '../texts.ts';
import type { useUndo } from './use-undo.ts';

/**
 * Saves cells. On a conflict, shows the current value and offers to overwrite it. An edit can be undone unless someone
 * else has changed the cell since.
 */
export function useCells(people: ReadonlyMap<string, string>, addUndo: ReturnType<typeof useUndo>) {
  const { t } = useTranslation('boards');
  const setCell = useSetCell();
  const save = async (item: BoardItem, column: BoardColumn, value: CellValue, isForced = false): Promise<boolean> => {
    try {
      await setCell(item, column._id, value, isForced);
      return true;
    } catch (error) {
      const present =
        error instanceof ApiError && error.code === 'CELL_CHANGED' ? conflictingValue(error.data) : undefined;
      if (present === undefined) {
        const fault = error instanceof ApiError ? error.faultOf('value') : undefined;
        toastError(fault ? `${column.name}: ${fault}` : failureText(error));
        return false;
      }
      const text = cellText(column, present, people);
      const id = notifications.show({
        color: 'yellow',
        role: 'alert',
        autoClose: false,
        message: (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            {text ? t('conflict', { column: column.name, value: text }) : t('conflictEmpty', { column: column.name })}
            <Button
              variant="light"
              size="sm"
              flex="none"
              onClick={() => {
                notifications.hide(id);
                void save(item, column, value, true);
              }}
            >
              {t('overwrite')}
            </Button>
          </Group>
        ),
      });
      return false;
    }
  };
  return async (item: BoardItem, column: BoardColumn, value: CellValue): Promise<void> => {
    const before = item.cells[column._id] ?? null;
    if (!(await save(item, column, value))) return;
    const present = { ...item, cells: { ...item.cells, [column._id]: value } };
    addUndo({ undoneText: t('undone', { column: column.name }), undo: () => save(present, column, before) });
  };
}

/** Current value of the cell after a conflict; undefined if the server did not return it. */
function conflictingValue(data: unknown): CellValue | undefined {
  const parsed = boardErrors.CELL_CHANGED.data.safeParse(data);
  return parsed.success ? parsed.data.value : undefined;
}
