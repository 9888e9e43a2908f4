import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api, apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import type { ConversationEntry } from '../conversation/entry.ts';
import { failureText } from '../failure-text.ts';
import { isForScreen } from '../keys/screen-key.ts';
import { toastError } from '../toasts.ts';
import { toastUndo } from '../undo-toast.tsx';
import './texts.ts';

const canBecomeTask = ({ message, outgoing }: ConversationEntry): boolean =>
  outgoing === null && !message.isDeleted && message.waMessageId !== '';

/**
 * Makes a task of a message of a chat; by the key T of the message that the pointer or the focus is on, or else of the
 * last one that came in, or that there is. Null: whoever looks may not.
 */
export function useMakeTask(
  { engineId, chat }: { engineId: string; chat: string },
  entries: readonly ConversationEntry[],
): ((entry: ConversationEntry) => void) | null {
  const { t } = useTranslation('tasks');
  const { supportMode } = useMe();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: apiQuery.boards.key() });
  const make = useMutation(
    apiQuery.boards.addFromMessage.mutationOptions({
      onSuccess: async ({ _id: id, title, boardName: board }) => {
        await onSuccess();
        const undo = () => api.boards.removeItem({ id }).then(onSuccess);
        const name = title || t('unnamed');
        toastUndo(t('made', { board, name }), () => undo().then(() => t('removed')), failureText);
      },
      onError: (error) => toastError(failureText(error)),
    }),
  );
  const onTask = (entry: ConversationEntry) => {
    if (!make.isPending && canBecomeTask(entry)) {
      make.mutate({ engineId, chat, waMessageId: entry.message.waMessageId });
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (supportMode || event.key.toLowerCase() !== 't' || !isForScreen(event, document)) return;
    const pointed = document.querySelector<HTMLElement>('[data-message]:focus-within, [data-message]:hover')?.dataset
      .message;
    const entry =
      entries.find(({ message }) => message._id === pointed) ??
      entries.findLast((one) => canBecomeTask(one) && !one.message.fromMe) ??
      entries.findLast(canBecomeTask);
    if (!entry) return;
    event.preventDefault();
    onTask(entry);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return supportMode ? null : onTask;
}
