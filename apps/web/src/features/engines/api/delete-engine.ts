import { useMutation } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';

/** Deletes the engine, then its session (spec 000 section 4.2). Both calls can be repeated after a failure. */
export function useDeleteEngine() {
  return useMutation({
    mutationKey: apiQuery.engines.key(),
    mutationFn: async (id: string) => {
      await api.engines.remove({ id });
      return api.engines.removeSession({ id });
    },
  });
}
