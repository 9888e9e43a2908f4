import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Keeps the access of a `cloud-api` engine to Meta. */
export function useSaveCloudApi() {
  return useMutation(apiQuery.engines.saveCloudApi.mutationOptions(changesEngines(useQueryClient())));
}
