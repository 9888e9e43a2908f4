import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Has messages that were cancelled together wait again. */
export function useUndoCancel() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.undoCancel.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
