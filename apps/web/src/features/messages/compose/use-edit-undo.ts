import type { Message } from '@switchyard/contracts/messages/message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { messageMutation } from '../api/messages.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { revertedFields } from './changed-fields.ts';

/** Reports that an edit was saved and offers undo. */
export function useEditUndo() {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { mutateAsync: update } = useMutation(
    apiQuery.messages.update.mutationOptions(messageMutation(useQueryClient())),
  );
  return (original: Message, changed: Message) => {
    const undo = () => update(revertedFields(original, changed)).then(() => t('undone.edit'));
    toastUndo(t('compose.saved'), undo, (error) => t('undone.not', { reason: refusal(error) }));
  };
}
