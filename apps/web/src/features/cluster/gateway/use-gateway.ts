import { AUTO_REFRESH_MS } from '@switchyard/cluster-rules/auto-delete';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { type EngineSessions, useEngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { CONSOLE_POLL } from '../feed/console-poll.ts';
import { streamSettled } from '../feed/stream-settled.ts';
import { updateOfGateway } from '../feed/updates-from-calls.ts';
import { useCluster, useDeferredList, useSlowClusterVersion } from '../feed/use-cluster.ts';
import { gatewayFailed } from '../rules/error-texts.ts';
import { GatewayPods, type GatewayPodView } from './gateway-pods.ts';

/**
 * In a large cluster, finding and rendering the gateway pods takes a few milliseconds; a longer interval would be
 * noticeable.
 */
const RENDER_INTERVAL_MS = 60;

export interface Gateway {
  store: ClusterStore;
  sessions: EngineSessions;
  /** Null while unknown. */
  pods: readonly GatewayPodView[] | null;
  failure: string | null;
  isLoading: boolean;
  /** Updates everything now, or joins the update in progress; returns its outcome. */
  refresh: () => Promise<{ pods: readonly GatewayPodView[]; error: null } | { pods: null; error: Error }>;
  /** Time of the next automatic refresh; null while auto-refresh is off. */
  nextRefreshAtMs: number | null;
  toggleAutoRefresh: () => void;
}

/**
 * The gateway pods from the stream, and their sessions, refreshed 30 s after the last refresh while auto-refresh is on
 * (spec 001 section 4). Without a stream the specified call returns all of it.
 * @param onRead called with the pods after each refresh
 */
export function useGateway(onRead: (pods: readonly GatewayPodView[]) => void): Gateway {
  const store = useCluster();
  // Load sessions while the stream still delivers the pods: arriving later, they would render the whole list a second
  // time.
  const sessions = useEngineSessions();
  const [list] = useState(() => new GatewayPods(store));
  const [autoSinceMs, setAutoSinceMs] = useState<number | null>(() => Date.now());
  const query = useQuery({
    ...CONSOLE_POLL,
    queryKey: ['cluster', 'gateway'],
    // Not undefined, so that a failure stays visible during a retry.
    initialData: null,
    queryFn: async ({ signal }): Promise<number | null> => {
      if (await streamSettled(store, signal)) await sessions.store.refresh();
      else {
        const status = await api.cluster.gatewayStatus(undefined, { signal });
        store.replace(updateOfGateway(status), Date.now());
        sessions.store.put(status.allSessions, new Map(status.pods.map((pod) => [pod.name, pod.sessions])));
      }
      return Date.now();
    },
    refetchInterval: autoSinceMs !== null && AUTO_REFRESH_MS,
  });
  const { data: readAtMs, refetch, dataUpdatedAt, errorUpdatedAt } = query;
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch]);
  const listNow = () => list.list(sessions.store.state.byPod);
  const notify = useEffectEvent(() => onRead(listNow()));
  useEffect(() => {
    if (readAtMs !== null) notify();
  }, [readAtMs]);
  const behind = useRef(false);
  const version = useSlowClusterVersion(store, RENDER_INTERVAL_MS, behind);
  // Which pods are gateway pods depends on their nodes.
  const isKnown = store.isKnown('pods') && store.isKnown('nodes');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the store's contents
  const pods = useMemo(() => (isKnown ? list.list(sessions.byPod) : null), [list, version, isKnown, sessions.byPod]);
  return {
    store,
    sessions,
    pods: useDeferredList(pods, behind),
    failure: query.error && gatewayFailed(query.error),
    isLoading: query.isFetching,
    async refresh() {
      const { error } = await refetch({ cancelRefetch: false });
      return error ? { pods: null, error } : { pods: listNow(), error: null };
    },
    nextRefreshAtMs: autoSinceMs && Math.max(autoSinceMs, dataUpdatedAt, errorUpdatedAt) + AUTO_REFRESH_MS,
    toggleAutoRefresh: () => setAutoSinceMs((since) => (since === null ? Date.now() : null)),
  };
}
