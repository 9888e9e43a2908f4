import { useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** Asks for a code that links the engine when it is typed into the phone. */
export function usePairingCode() {
  return useMutation(apiQuery.engines.pairingCode.mutationOptions());
}
