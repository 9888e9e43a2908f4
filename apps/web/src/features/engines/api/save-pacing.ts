import { useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** Sets how fast an engine may send; the server judges. */
export function useSavePacing() {
  const rereads = [apiQuery.engines.key(), apiQuery.messages.key()];
  return useMutation(apiQuery.messages.savePacing.mutationOptions({ meta: { rereads } }));
}
