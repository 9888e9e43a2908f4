import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { boardErrors } from '@switchyard/contracts/boards/operations';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useSetCell } from '../api/boards.ts';
import { cellText } from './cell-text.ts';
import '../texts.ts';

/** Edits that can be taken back, one after the other. */
const MAX_UNDONE = 50;

interface Edit {
  item: BoardItem;
  column: BoardColumn;
  before: CellValue;
  after: CellValue;
}

/**
 * Sets cells; whoever was second is told what stands there now, and may put their own value over it. Ctrl+Z takes back
 * one's own last edit, unless somebody has changed the cell since.
 */
export function useCells(people: ReadonlyMap<string, string>) {
  const { t } = useTranslation('boards');
  const setCell = useSetCell();
  const edits = useRef<Edit[]>([]);
  const set = async (item: BoardItem, column: BoardColumn, value: CellValue, isForced = false): Promise<boolean> => {
    try {
      await setCell(item, column._id, value, isForced);
      return true;
    } catch (error) {
      const present = error instanceof ApiError && error.code === 'CELL_CHANGED' ? conflictIn(error.data) : undefined;
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
                void set(item, column, value, true);
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
  const undo = async () => {
    const edit = edits.current.pop();
    if (!edit) return;
    const { item, column, before, after } = edit;
    const present = { ...item, cells: { ...item.cells, [column._id]: after } };
    if (await set(present, column, before)) toast(t('undone', { column: column.name }));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== 'z' || isTyping(event.target)) return;
    // What a toast offers to take back came last, and listens for the same key.
    setTimeout(() => event.defaultPrevented || void undo());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return async (item: BoardItem, column: BoardColumn, value: CellValue): Promise<void> => {
    const before = item.cells[column._id] ?? null;
    if (await set(item, column, value)) {
      edits.current = [...edits.current, { item, column, before, after: value }].slice(-MAX_UNDONE);
    }
  };
}

/** There the key takes back what was typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** What stands in the cell now; undefined: the server did not say. */
function conflictIn(data: unknown): CellValue | undefined {
  const read = boardErrors.CELL_CHANGED.data.safeParse(data);
  return read.success ? read.data.value : undefined;
}
