import { useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** Saves an engine's sending limits; the server validates them. */
export function useSavePacing() {
  const rereads = [apiQuery.engines.key(), apiQuery.messages.key()];
  return useMutation(apiQuery.messages.savePacing.mutationOptions({ meta: { rereads } }));
}
