import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Sends new messages through the engine unless something else is said. */
export function useSetDefaultEngine() {
  return useMutation(apiQuery.engines.setDefault.mutationOptions(changesEngines(useQueryClient())));
}
