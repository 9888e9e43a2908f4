import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Asks for the restart, then marks the session as initializing, then reads the list again (spec 000 section 4.2). */
export function useRestartEngine() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.engines.restart({ id });
      return api.engines.updateSession({ id, status: 'initializing', lastRestart: new Date().toISOString() });
    },
    ...changesEngines(useQueryClient()),
  });
}
