import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { changesEngines } from './engines.ts';

/** Creates the engine session with a driver (null: the usual one), then its engine (spec 000 section 4.2). */
export function useCreateEngine() {
  return useMutation({
    mutationFn: async (driver: string | null) => {
      const kind = { engineType: 'session-pod', gatewayType: 'wa-js-gcp' } as const;
      const session = await api.engines.createSession(driver === null ? kind : { ...kind, driver });
      return api.engines.create({ sessionId: session._id });
    },
    ...changesEngines(useQueryClient()),
  });
}
