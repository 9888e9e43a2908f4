import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Gives the messages chosen another date, time of day or both. */
export function useMoveMany() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.moveMany.mutationOptions({ onSettled: () => void invalidateMessages(queries) }));
}
