import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Schedules a message. */
export function useCreateMessage() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.create.mutationOptions({ onSuccess: () => void invalidateMessages(queries) }));
}

/** Schedules one message for each of several recipients. */
export function useCreateForSeveral() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.createForSeveral.mutationOptions({ onSuccess: () => void invalidateMessages(queries) }),
  );
}
