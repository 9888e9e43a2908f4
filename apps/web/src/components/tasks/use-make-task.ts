import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api, apiQuery } from '../../lib/api/client.ts';
import { invalidatePart } from '../../lib/api/invalidate.ts';
import { serverNowMs } from '../../lib/clock/server-clock.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { useZone } from '../../lib/signed-in/use-zone.ts';
import type { ConversationEntry } from '../conversation/entry.ts';
import { failureText } from '../failure-text.ts';
import { useScreenKeys } from '../keys/screen-key.ts';
import { toast, toastError } from '../toasts.ts';
import { toastUndo } from '../undo-toast.tsx';
import './texts.ts';

const canBecomeTask = ({ message, outgoing }: ConversationEntry): boolean =>
  outgoing === null && !message.isDeleted && message.waMessageId !== '';

/** How long the shortcut is offered. */
const DUE_WITHIN_MS = 10_000;
const FRIDAY = 5;

/** Today, if today is Friday. */
export function nextFriday(zone: string, nowMs = serverNowMs()): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(nowMs);
  const date = new Date(`${today}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((FRIDAY - date.getUTCDay() + 7) % 7));
  return date.toISOString().slice(0, 10);
}

/**
 * Makes a task of a chat message; the key T takes the message under the pointer or focus, else the last one received,
 * else the last one. Null if the user may not.
 */
export function useMakeTask(
  { engineId, chat }: { engineId: string; chat: string },
  entries: readonly ConversationEntry[],
): ((entry: ConversationEntry) => void) | null {
  const { t } = useTranslation('tasks');
  const { supportMode } = useMe();
  const zone = useZone();
  const made = useRef<{ id: string; boardId: string; atMs: number } | null>(null);
  const queries = useQueryClient();
  const onSuccess = () => invalidatePart(queries, 'boards');
  const make = useMutation(
    apiQuery.boards.addFromMessage.mutationOptions({
      onSuccess: ({ _id: id, boardId, title, boardName: board }) => {
        const undo = () => api.boards.removeItem({ id }).then(onSuccess);
        const name = title || t('unnamed');
        made.current = { id, boardId, atMs: Date.now() };
        const confirmation = `${t('made', { board, name })} ${t('dueHint')}`;
        toastUndo(confirmation, () => undo().then(() => t('removed')), failureText);
      },
      onError: (error) => toastError(failureText(error)),
    }),
  );
  const onTask = (entry: ConversationEntry) => {
    if (!make.isPending && canBecomeTask(entry)) {
      make.mutate({ engineId, chat, waMessageId: entry.message.waMessageId });
    }
  };
  /** The key F makes the task just created due on Friday. */
  const makeDue = async ({ id, boardId }: { id: string; boardId: string }) => {
    try {
      const { columns } = await api.boards.read({ id: boardId });
      const columnId = columns.find(({ type }) => type === 'date')?._id;
      if (!columnId) return;
      const value = nextFriday(zone);
      await api.boards.setCell({ id, columnId, value });
      await onSuccess();
      toast(t('due', { day: formatDay(value) }));
    } catch (error) {
      toastError(failureText(error));
    }
  };
  useScreenKeys([
    {
      keys: ['F'],
      press: () => {
        const { current } = made;
        if (!current || Date.now() - current.atMs > DUE_WITHIN_MS) return false;
        made.current = null;
        return makeDue(current);
      },
    },
    {
      keys: ['T'],
      press: () => {
        if (supportMode) return false;
        const pointed = document.querySelector<HTMLElement>('[data-message]:focus-within, [data-message]:hover');
        const entry =
          entries.find(({ message }) => message._id === pointed?.dataset.message) ??
          entries.findLast((entry) => canBecomeTask(entry) && !entry.message.fromMe) ??
          entries.findLast(canBecomeTask);
        return entry !== undefined && onTask(entry);
      },
    },
  ]);
  return supportMode ? null : onTask;
}
