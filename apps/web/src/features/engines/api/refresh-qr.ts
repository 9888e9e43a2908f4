import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Asks an engine whose codes ran out for a new one. */
export function useRefreshQr() {
  return useMutation(apiQuery.engines.refreshQr.mutationOptions(changesEngines(useQueryClient())));
}
