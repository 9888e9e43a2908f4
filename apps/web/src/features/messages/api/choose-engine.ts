import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** Chooses another engine for messages whose own was deleted. */
export function useChooseEngine() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.chooseEngine.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
