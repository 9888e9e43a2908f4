import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { readEnginesAgain } from './engines.ts';

/** Creates the engine session with a driver (null: the usual one), then its engine (spec 000 section 4.2). */
export function useCreateEngine() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (driver: string | null) => {
      const kind = { engineType: 'session-pod', gatewayType: 'wa-js-gcp' } as const;
      const session = await api.engines.createSession(driver === null ? kind : { ...kind, driver });
      return api.engines.create({ sessionId: session._id });
    },
    onSettled: () => readEnginesAgain(queries),
  });
}

/** Asks for the restart, then marks the session as initializing, then reads the list again (spec 000 section 4.2). */
export function useRestartEngine() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.engines.restart({ id });
      return api.engines.updateSession({ id, status: 'initializing', lastRestart: new Date().toISOString() });
    },
    onSettled: () => readEnginesAgain(queries),
  });
}

/** Deletes the engine, then removes the session (spec 000 section 4.2). Both may be repeated after a failure. */
export function useDeleteEngine() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.engines.remove({ id });
      return api.engines.removeSession({ id });
    },
    onSettled: () => readEnginesAgain(queries),
  });
}

export function useLogOutEngine() {
  const queries = useQueryClient();
  return useMutation(apiQuery.engines.logOut.mutationOptions({ onSettled: () => readEnginesAgain(queries) }));
}

export function useRefreshQr() {
  const queries = useQueryClient();
  return useMutation(apiQuery.engines.refreshQr.mutationOptions({ onSettled: () => readEnginesAgain(queries) }));
}

export function usePairingCode() {
  return useMutation(apiQuery.engines.pairingCode.mutationOptions());
}
