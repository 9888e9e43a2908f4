import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { readMessagesAgain, showChanged } from './messages.ts';

/** Edits or reschedules; the server refuses (`TOO_LATE`) once the message has moved on, and the lists show why. */
export function useUpdateMessage() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.update.mutationOptions({
      onSuccess: (message) => showChanged(queries, message),
      onError: () => void readMessagesAgain(queries),
    }),
  );
}

export function useCreateMessage() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.create.mutationOptions({ onSuccess: () => void readMessagesAgain(queries) }));
}

export function useCancelMessage() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.cancel.mutationOptions({
      onSuccess: (message) => showChanged(queries, message),
      onError: () => void readMessagesAgain(queries),
    }),
  );
}

export function useResolveMessage() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.resolve.mutationOptions({
      onSuccess: (message) => showChanged(queries, message),
      onError: () => void readMessagesAgain(queries),
    }),
  );
}

export function useRemoveMessage() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.remove.mutationOptions({ onSuccess: () => void readMessagesAgain(queries) }));
}

/** Says in words why a change was refused; a message that has moved on is told plainly, with its status. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  return (error) => {
    if (error instanceof ApiError && error.code === 'TOO_LATE') {
      const status = (error.data as { status?: unknown } | null)?.status;
      return t('tooLate', { status: typeof status === 'string' ? word(status) : '?' });
    }
    if (error instanceof ApiError && error.faults.length > 0) return error.faults.map((one) => one.message).join(' ');
    return error instanceof Error ? error.message : String(error);
  };
}
