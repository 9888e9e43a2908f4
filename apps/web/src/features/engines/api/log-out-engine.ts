import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Unlinks an engine from its account; it shows a new QR code then. */
export function useLogOutEngine() {
  return useMutation(apiQuery.engines.logOut.mutationOptions(changesEngines(useQueryClient())));
}
