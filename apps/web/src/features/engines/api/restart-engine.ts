import { useMutation, useQueryClient } from '@tanstack/react-query';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';

/** Requests the restart, marks the session as initializing, then refetches the list (spec 000 section 4.2). */
export function useRestartEngine() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: apiQuery.engines.key(),
    mutationFn: async (id: string) => {
      const starting = await api.engines.restart({ id });
      // The refetch takes time, and the engine is disconnected meanwhile.
      queries.setQueryData(
        enginesQuery.queryKey,
        (page) => page && { ...page, data: page.data.map((engine) => (engine._id === id ? starting : engine)) },
      );
      return api.engines.updateSession({ id, status: 'initializing', lastRestart: new Date().toISOString() });
    },
  });
}
