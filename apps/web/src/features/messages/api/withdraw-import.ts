import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Undoes an import: what has not gone out is cancelled. */
export function useWithdrawImport() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.withdrawImport.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
