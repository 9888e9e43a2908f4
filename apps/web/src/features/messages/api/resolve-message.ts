import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesMessage } from './messages.ts';

/** Settles a message of which nobody can tell whether it went out, as a person says. */
export function useResolveMessage() {
  return useMutation(apiQuery.messages.resolve.mutationOptions(changesMessage(useQueryClient())));
}
