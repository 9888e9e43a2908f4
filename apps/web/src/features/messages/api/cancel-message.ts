import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesMessage } from './messages.ts';

/** Keeps a message that waits from going out. */
export function useCancelMessage() {
  return useMutation(apiQuery.messages.cancel.mutationOptions(changesMessage(useQueryClient())));
}
