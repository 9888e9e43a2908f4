import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesMessage } from './messages.ts';

/** Has a message that was cancelled wait again. */
export function useRestoreMessage() {
  return useMutation(apiQuery.messages.restore.mutationOptions(changesMessage(useQueryClient())));
}
