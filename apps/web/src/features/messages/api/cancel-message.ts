import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { messageMutation } from './messages.ts';
import { useRefusalText } from './refusal-text.ts';

/** Cancels a pending message immediately and offers undo for a while. */
export function useCancelMessage() {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const changes = messageMutation(useQueryClient());
  const { mutateAsync: restore } = useMutation(apiQuery.messages.restore.mutationOptions(changes));
  return useMutation(
    apiQuery.messages.cancel.mutationOptions({
      onSuccess: (cancelled) => {
        changes.onSuccess(cancelled);
        const { _id: id, version } = cancelled;
        const undo = () => restore({ id, version }).then(() => t('detail.restored'));
        toastUndo(t('detail.cancelled'), undo, (error) => t('undone.not', { reason: refusal(error) }));
      },
    }),
  );
}
