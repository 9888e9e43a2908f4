import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Tries failed messages again, each as a new message. */
export function useRetryMany() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.retryMany.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
