import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Deletes the engine, then removes the session (spec 000 section 4.2). Both may be repeated after a failure. */
export function useDeleteEngine() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.engines.remove({ id });
      return api.engines.removeSession({ id });
    },
    ...changesEngines(useQueryClient()),
  });
}
