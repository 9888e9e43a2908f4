import type { ClusterFeed } from '@switchyard/contracts/cluster/feed';
import type { MonitoredNodeRow } from '@switchyard/contracts/cluster/monitored-nodes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { CONSOLE_POLL } from '../feed/console-poll.ts';
import { streamSettled } from '../feed/stream-settled.ts';
import { updateOfNodes } from '../feed/updates-from-calls.ts';
import { type CallFailure, nodesFailed } from '../rules/error-texts.ts';
import { pollDelayMs, retriesStarted } from '../rules/retry.ts';

export interface NodesPoll {
  readAtMs: number | null;
  /** Kept until node data arrive again. */
  failure: string | null;
  /** Number of retries since the failure, 0 to 3. */
  retries: number;
  retryNow: () => void;
}

/**
 * Refreshes the node data every 30 s; after a failure again after 5 s, at most 3 times, or by the Retry button (spec
 * 001 section 4). While the stream delivers the nodes, this covers the sessions and the cluster's feed; otherwise the
 * specified call returns all of it.
 * @param refresh loads what the stream does not deliver
 */
export function useNodesPoll(store: ClusterStore, type: 'gateway' | 'all', refresh: () => Promise<unknown>): NodesPoll {
  const [outage, setOutage] = useState<{ failures: number; text: string } | null>(null);
  const query = useQuery({
    ...CONSOLE_POLL,
    queryKey: ['cluster', 'nodes'],
    initialData: null,
    refetchInterval: pollDelayMs(outage?.failures ?? 0),
    queryFn: async ({ signal }): Promise<number | null> => {
      try {
        if (await streamSettled(store, signal)) await refresh();
        else {
          const answer = nodesOf(await api.cluster.nodes({ type }, { signal }));
          if (!answer) throw new EmptyAnswer();
          store.replace(updateOfNodes(answer.nodes, answer), Date.now());
        }
        setOutage(null);
        return Date.now();
      } catch (error) {
        const text = nodesFailed(failureOf(error));
        if (!signal.aborted) setOutage((before) => ({ failures: (before?.failures ?? 0) + 1, text }));
        throw error;
      }
    },
  });
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the type changes
  useEffect(() => void refetch(), [refetch, type]);
  return {
    readAtMs: query.data,
    failure: outage?.text ?? null,
    retries: retriesStarted(outage?.failures ?? 0, query.isFetching),
    retryNow: () => {
      setOutage((before) => before && { ...before, failures: 0 });
      void refetch();
    },
  };
}

class EmptyAnswer extends Error {}

/** The answer is an array or an object with a nodes array (spec 001 section 7); null if neither. */
export function nodesOf(answer: unknown): { nodes: MonitoredNodeRow[]; atMs: number; feed: ClusterFeed } | null {
  const parsed = Array.isArray(answer) ? { nodes: answer } : answer;
  if (typeof parsed !== 'object' || parsed === null || !('nodes' in parsed) || !Array.isArray(parsed.nodes))
    return null;
  return {
    nodes: parsed.nodes as MonitoredNodeRow[],
    atMs: 'atMs' in parsed ? Number(parsed.atMs) : Date.now(),
    feed: 'feed' in parsed ? (parsed.feed as ClusterFeed) : NO_FEED,
  };
}

/** Lists of unknown age: they are shown, but no rule acts on them. */
const UNDATED = { state: 'reconnecting', asOfMs: null, problem: null } as const;
const NO_FEED: ClusterFeed = { cluster: '', pods: UNDATED, nodes: UNDATED, metrics: UNDATED };

export function failureOf(error: unknown): CallFailure {
  if (error instanceof EmptyAnswer) return { kind: 'empty' };
  if (!(error instanceof ApiError)) return { kind: 'other', message: failureMessage(error) };
  return error.status === 0
    ? { kind: 'network' }
    : { kind: 'status', status: error.status, message: failureMessage(error) };
}
