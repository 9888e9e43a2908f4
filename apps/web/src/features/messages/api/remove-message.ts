import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { useRefusalText } from './refusal-text.ts';

/** Removes a message from the lists immediately and offers undo for a while. */
export function useRemoveMessage() {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { mutateAsync: undelete } = useMutation(apiQuery.messages.bringBack.mutationOptions());
  return useMutation(
    apiQuery.messages.remove.mutationOptions({
      onSuccess: ({ _id: id }) => {
        const undo = () => undelete({ id }).then(() => t('undone.removal'));
        toastUndo(t('detail.removed'), undo, (error) => t('undone.not', { reason: refusal(error) }));
      },
    }),
  );
}
