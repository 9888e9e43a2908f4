import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesMessage } from './messages.ts';

/** Edits or reschedules; the server refuses (`TOO_LATE`) once the message has moved on, and the lists show why. */
export function useUpdateMessage() {
  return useMutation(apiQuery.messages.update.mutationOptions(changesMessage(useQueryClient())));
}
