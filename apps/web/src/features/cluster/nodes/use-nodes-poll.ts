import type { ClusterFeed } from '@switchyard/contracts/cluster-feed';
import type { MonitoredNodeRow } from '@switchyard/contracts/monitored-nodes';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { CONSOLE_POLL } from '../feed/console-poll.ts';
import { type CallFailure, nodesFailed } from '../rules/error-words.ts';
import { pollDelayMs, retriesBegun } from '../rules/retry.ts';

interface NodesRead {
  nodes: readonly MonitoredNodeRow[];
  feed: ClusterFeed;
  readAtMs: number;
}

export interface NodesPoll {
  nodes: readonly MonitoredNodeRow[] | null;
  feed: ClusterFeed | null;
  readAtMs: number | null;
  /** Stays until node data comes again. */
  failure: string | null;
  /** Retries that were begun since the failure, 0 to 3. */
  retries: number;
  retryNow: () => void;
}

/** Node data, every 30 s; after a failure again after 5 s, at most 3 times, or by the Retry button (spec 001 section 4). */
export function useNodesPoll(type: 'gateway' | 'all'): NodesPoll {
  const [outage, setOutage] = useState<{ failures: number; words: string } | null>(null);
  const query = useQuery({
    ...CONSOLE_POLL,
    queryKey: ['cluster', 'nodes'],
    initialData: null,
    refetchInterval: pollDelayMs(outage?.failures ?? 0),
    queryFn: async ({ signal }): Promise<NodesRead | null> => {
      try {
        const answer = nodesOf(await api.cluster.nodes({ type }, { signal }));
        if (!answer) throw new EmptyAnswer();
        setOutage(null);
        return { ...answer, readAtMs: Date.now() };
      } catch (error) {
        const words = nodesFailed(failureOf(error));
        if (!signal.aborted) setOutage((before) => ({ failures: (before?.failures ?? 0) + 1, words }));
        throw error;
      }
    },
  });
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another type is read at once
  useEffect(() => void refetch(), [refetch, type]);
  // A large cluster is drawn in steps that may be interrupted.
  const shown = useDeferredValue(query.data);
  return {
    nodes: shown?.nodes ?? null,
    feed: shown?.feed ?? null,
    readAtMs: shown?.readAtMs ?? null,
    failure: outage?.words ?? null,
    retries: retriesBegun(outage?.failures ?? 0, query.isFetching),
    retryNow: () => {
      setOutage((before) => before && { ...before, failures: 0 });
      void refetch();
    },
  };
}

class EmptyAnswer extends Error {}

/** The answer is an array or an object with a nodes array (spec 001 section 7); null: neither. */
export function nodesOf(answer: unknown): { nodes: MonitoredNodeRow[]; feed: ClusterFeed } | null {
  if (Array.isArray(answer)) return { nodes: answer as MonitoredNodeRow[], feed: NO_FEED };
  if (typeof answer !== 'object' || answer === null || !('nodes' in answer) || !Array.isArray(answer.nodes))
    return null;
  return { nodes: answer.nodes as MonitoredNodeRow[], feed: 'feed' in answer ? (answer.feed as ClusterFeed) : NO_FEED };
}

const NONE = { state: 'unavailable', asOfMs: null, problem: null } as const;
const NO_FEED: ClusterFeed = { cluster: '', pods: NONE, nodes: NONE, metrics: NONE };

export function failureOf(error: unknown): CallFailure {
  if (error instanceof EmptyAnswer) return { kind: 'empty' };
  if (!(error instanceof ApiError))
    return { kind: 'other', message: error instanceof Error ? error.message : undefined };
  return error.status === 0 ? { kind: 'network' } : { kind: 'status', status: error.status, message: error.message };
}
