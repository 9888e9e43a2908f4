import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import { useMutation } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';

interface NewEngine {
  /** Omitted for the default driver. */
  driver?: string;
  /** Omitted for the driver's safe default. */
  pace?: EnginePace;
}

/** Creates the engine session, then its engine (spec 000 section 4.2). */
export function useCreateEngine() {
  return useMutation({
    mutationKey: apiQuery.engines.key(),
    mutationFn: async (options: NewEngine) => {
      const kind = { engineType: 'session-pod', gatewayType: 'wa-js-gcp' } as const;
      const session = await api.engines.createSession({ ...kind, ...options });
      return api.engines.create({ sessionId: session._id });
    },
  });
}
