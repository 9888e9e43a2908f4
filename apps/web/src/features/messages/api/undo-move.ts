import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Gives moved messages the due dates that they had before. */
export function useUndoMove() {
  const queries = useQueryClient();
  return useMutation(apiQuery.messages.undoMove.mutationOptions({ onSettled: () => void invalidateMessages(queries) }));
}
