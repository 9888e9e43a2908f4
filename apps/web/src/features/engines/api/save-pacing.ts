import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Sets how fast an engine may send; the server judges. */
export function useSavePacing() {
  return useMutation(apiQuery.messages.savePacing.mutationOptions(changesEngines(useQueryClient())));
}
