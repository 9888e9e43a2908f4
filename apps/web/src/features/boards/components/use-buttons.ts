import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { toast, toastError } from '../../../components/toasts.ts';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

/** Presses buttons of items and reports what they triggered. A press is ignored while the previous one is running. */
export function useButtons(): (item: BoardItem, column: BoardColumn) => void {
  const { t } = useTranslation('boards');
  const pending = useRef(new Set<string>());
  const press = async (item: BoardItem, { _id: columnId, name, settings }: BoardColumn): Promise<void> => {
    const key = `${item._id} ${columnId}`;
    if (pending.current.has(key)) return;
    pending.current.add(key);
    try {
      const { setOff } = await api.boards.pressButton({ id: item._id, columnId });
      const label = settings.button?.label ?? name;
      if (setOff > 0) toast(t('button.pressed', { label, count: setOff }));
      else toastError(t('button.nothing', { label }));
    } catch (error) {
      toastError(failureText(error));
    } finally {
      pending.current.delete(key);
    }
  };
  return (item, column) => void press(item, column);
}
