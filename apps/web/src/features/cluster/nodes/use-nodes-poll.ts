import type { ClusterFeed, MonitoredNodeRow } from '@switchyard/contracts/cluster';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { type CallFailure, nodesFailed } from '../rules/messages.ts';
import { POLL_START, type PollEvent, retryWords, stepPoll } from '../rules/retry.ts';

const TICK_MS = 500;

export interface NodesPoll {
  nodes: readonly MonitoredNodeRow[] | null;
  feed: ClusterFeed | null;
  readAtMs: number | null;
  failure: string | null;
  /** 'Retry attempt n/3', or null. */
  retry: string | null;
  isLoading: boolean;
  retryNow: () => void;
}

/** Node data, every 30 s; after a failure again after 5 s, at most 3 times, or by the Retry button (spec 001 section 4). */
export function useNodesPoll(type: 'gateway' | 'all'): NodesPoll {
  const [data, setData] = useState<{ nodes: MonitoredNodeRow[]; feed: ClusterFeed; atMs: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [poll, setPoll] = useState(POLL_START);
  const machine = useRef(POLL_START);
  const wanted = useRef(type);
  wanted.current = type;

  const step = useCallback((event: PollEvent) => {
    const { state, fetch } = stepPoll(machine.current, event, Date.now());
    if (state !== machine.current) {
      machine.current = state;
      setPoll(state);
    }
    return fetch;
  }, []);

  const read = useCallback(async () => {
    const asked = wanted.current;
    try {
      const answer = nodesOf(await api.cluster.nodes({ type: asked }));
      if (asked !== wanted.current) return;
      if (!answer) throw new EmptyAnswer();
      startTransition(() => {
        setData({ ...answer, atMs: Date.now() });
        setFailure(null);
      });
      step('succeeded');
    } catch (error) {
      setFailure(nodesFailed(failureOf(error)));
      step('failed');
    }
  }, [step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another type is read at once
  useEffect(() => {
    machine.current = POLL_START;
    void read();
    const timer = setInterval(() => {
      if (step('tick')) void read();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [read, step, type]);

  return {
    nodes: data?.nodes ?? null,
    feed: data?.feed ?? null,
    readAtMs: data?.atMs ?? null,
    failure,
    retry: retryWords(poll),
    isLoading: poll.nextAtMs === null,
    retryNow: () => {
      if (step('retry-clicked')) void read();
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
