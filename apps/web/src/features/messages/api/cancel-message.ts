import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { changesMessage } from './messages.ts';
import { useRefusalText } from './refusal-text.ts';

/** Keeps a message that waits from going out, at once; for a while it can be taken back. */
export function useCancelMessage() {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const changes = changesMessage(useQueryClient());
  return useMutation(
    apiQuery.messages.cancel.mutationOptions({
      ...changes,
      onSuccess: (cancelled) => {
        changes.onSuccess(cancelled);
        const restore = async () => {
          const { _id: id, version } = cancelled;
          changes.onSuccess(await api.messages.restore({ id, version }).catch(changes.refused));
          return t('detail.restored');
        };
        toastUndo(t('detail.cancelled'), restore, (error) => t('undone.not', { reason: refusal(error) }));
      },
    }),
  );
}
