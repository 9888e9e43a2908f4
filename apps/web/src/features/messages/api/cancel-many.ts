import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Cancels the messages chosen, as far as they have not gone. */
export function useCancelMany() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.cancelMany.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
