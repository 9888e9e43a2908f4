import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { invalidateMessages } from './messages.ts';
import { useRefusalText } from './refusal-text.ts';

/** Takes a message off the lists, at once; for a while it can be brought back. */
export function useRemoveMessage() {
  const { t } = useTranslation('messages');
  const queries = useQueryClient();
  const refusal = useRefusalText();
  return useMutation(
    apiQuery.messages.remove.mutationOptions({
      onSuccess: ({ _id: id }) => {
        void invalidateMessages(queries);
        const bringBack = async () => {
          await api.messages.bringBack({ id });
          void invalidateMessages(queries);
          return t('undone.removal');
        };
        toastUndo(t('detail.removed'), bringBack, (error) => t('undone.not', { reason: refusal(error) }));
      },
    }),
  );
}
