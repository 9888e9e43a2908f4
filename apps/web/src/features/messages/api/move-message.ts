import type { Message } from '@switchyard/contracts/messages/message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';
import { resolveWallClock } from '../zones/wall-clock.ts';
import { messageMutation } from './messages.ts';
import { useRefusalText } from './refusal-text.ts';

/**
 * Reschedules a message immediately and offers undo for a while. The message keeps its place until the server has
 * accepted the change.
 */
export function useMoveMessage() {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const refusal = useRefusalText();
  const changes = messageMutation(useQueryClient());
  const { mutateAsync: update } = useMutation(apiQuery.messages.update.mutationOptions(changes));
  return useMutation({
    mutationKey: apiQuery.messages.key(),
    /** @param to wall-clock time in the workspace's zone */
    mutationFn: ({ message, to }: { message: Message; to: string }) => {
      // The time is picked in the workspace's zone; the message keeps its own zone.
      const dueDate = message.zone === zone ? to : new Date(resolveWallClock(to, zone).instantMs).toISOString();
      const { _id: id, version, zone: own } = message;
      return api.messages.update({ id, version, dueDate, zone: own, pastDue: 'refuse' });
    },
    onSuccess: (moved, { message: before }) => {
      changes.onSuccess(moved);
      const moveBack = async () => {
        const { _id: id, version } = moved;
        // The message may have been overdue before the move; undo must not be refused for that.
        const back = { id, version, dueDate: before.dueDate, zone: before.zone, pastDue: 'wait' } as const;
        await update(back);
        return t('undone.movedBack', { at: formatExact(new Date(before.dueDate), zone, false) });
      };
      const at = formatExact(new Date(moved.dueDate), zone, false);
      toastUndo(t('calendar.rescheduled', { at }), moveBack, (error) => t('undone.not', { reason: refusal(error) }));
    },
  });
}
