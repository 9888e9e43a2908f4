import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Sends what failed again, as a new message. */
export function useResendMessage() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.resend.mutationOptions({ onSettled: () => void invalidateMessages(queries) }));
}
