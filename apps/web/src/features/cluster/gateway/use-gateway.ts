import type { GatewayStatus } from '@switchyard/contracts/gateway-status';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { CONSOLE_POLL } from '../feed/console-poll.ts';
import { AUTO_REFRESH_MS } from '../rules/countdowns.ts';
import { gatewayFailed } from '../rules/error-words.ts';

export interface Gateway {
  status: GatewayStatus | null;
  failure: string | null;
  isLoading: boolean;
  /** When the status was read, by this clock. */
  readAtMs: number | null;
  /** Reads the status now, or waits for the reading that is under way; one of the two that it answers with says how that ended. */
  refresh: () => Promise<{ status: GatewayStatus; error: null } | { status: null; error: Error | null }>;
  /** When it is read next without being asked; null: auto-refresh is off. */
  nextRefreshAtMs: number | null;
  toggleAutoRefresh: () => void;
}

/**
 * The gateway status, read anew 30 s after it was last read, while auto-refresh is on (spec 001 section 4).
 * @param onStatus told of every status that was read
 */
export function useGateway(onStatus: (status: GatewayStatus) => void): Gateway {
  const [autoSinceMs, setAutoSinceMs] = useState<number | null>(() => Date.now());
  const query = useQuery({
    ...CONSOLE_POLL,
    queryKey: ['cluster', 'gateway-status'],
    // Not undefined, so that a failure stays in sight while the status is read again.
    initialData: null,
    queryFn: (): Promise<GatewayStatus | null> => api.cluster.gatewayStatus(),
    refetchInterval: autoSinceMs !== null && AUTO_REFRESH_MS,
  });
  const { data: latest, refetch, dataUpdatedAt, errorUpdatedAt } = query;
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch]);
  const tell = useEffectEvent(onStatus);
  useEffect(() => {
    if (latest) tell(latest);
  }, [latest]);
  return {
    // A large cluster is drawn in steps that may be interrupted.
    status: useDeferredValue(latest),
    failure: query.error && gatewayFailed(query.error.message),
    isLoading: query.isFetching,
    readAtMs: latest && dataUpdatedAt,
    async refresh() {
      const { data, error } = await refetch({ cancelRefetch: false });
      return data && !error ? { status: data, error: null } : { status: null, error };
    },
    nextRefreshAtMs: autoSinceMs && Math.max(autoSinceMs, dataUpdatedAt, errorUpdatedAt) + AUTO_REFRESH_MS,
    toggleAutoRefresh: () => setAutoSinceMs((since) => (since === null ? Date.now() : null)),
  };
}
