import type { ListedSeries } from '@switchyard/contracts/messages/series';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** One page of what recurs, latest first. */
export const seriesPage = (input: { limit: number; skip: number; state?: ListedSeries['state'] }) =>
  apiQuery.messages.listSeries.queryOptions({ input, placeholderData: keepPreviousData });

/** Cancels all of a series that has not gone. */
export function useEndSeries() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.endSeries.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}

/**
 * Edits a recurring message and those after it, or all that have not gone; refused with `TOO_LATE` once the one named
 * has moved on.
 */
export function useEditSeries() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.editSeries.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}

/** Cancels a recurring message and those after it, or all that have not gone. */
export function useCancelSeries() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.cancelSeries.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}

/** Takes all messages of a series out of their lanes until it is resumed. */
export function usePauseSeries() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.pauseSeries.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}

/** Has a paused or cancelled series go on. */
export function useResumeSeries() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.resumeSeries.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
