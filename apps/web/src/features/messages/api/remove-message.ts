import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { readMessagesAgain } from './messages.ts';

/** Takes a message off the lists. */
export function useRemoveMessage() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.remove.mutationOptions({ onSuccess: () => void readMessagesAgain(queries) }));
}
