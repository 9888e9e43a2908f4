import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Calls the engine by another name. */
export function useRenameEngine() {
  return useMutation(apiQuery.engines.updateSession.mutationOptions(changesEngines(useQueryClient())));
}
