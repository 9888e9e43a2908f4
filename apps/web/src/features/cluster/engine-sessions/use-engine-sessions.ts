import type { EngineSessionRow } from '@switchyard/contracts/cluster-rows';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { WORDS } from '../rules/messages.ts';
import { loadEngineSessions } from './load-engine-sessions.ts';

/** The label 'Loading Sessions (N loaded)' looks at the progress this often (spec 001 section 7). */
export const PROGRESS_POLL_MS = 500;

export interface EngineSessions {
  rows: readonly EngineSessionRow[];
  /** Sessions by the name of their pod. */
  byPod: ReadonlyMap<string, readonly EngineSessionRow[]>;
  isLoading: boolean;
  loaded: number;
  failure: string | null;
  load: () => void;
}

/**
 * Every engine session, loaded when the screen opens and whenever `load` is called.
 * @param as loads again with each other value; null: nobody needs them yet
 */
export function useEngineSessions(as: number | null = 0): EngineSessions {
  const [state, setState] = useState<Omit<EngineSessions, 'load' | 'loaded'>>({
    rows: [],
    byPod: new Map(),
    isLoading: as !== null,
    failure: null,
  });
  const [loaded, setLoaded] = useState(0);
  const progress = useRef(0);
  const running = useRef(false);
  const load = useCallback(() => {
    if (running.current) return;
    running.current = true;
    progress.current = 0;
    setState((before) => ({ ...before, isLoading: true, failure: null }));
    loadEngineSessions(
      (input) => api.cluster.sessions(input),
      (count) => {
        progress.current = count;
      },
    )
      .then(
        (rows) => {
          const placed = rows.filter((row) => row.podId !== null);
          setState({ rows, byPod: Map.groupBy(placed, (row) => row.podId ?? ''), isLoading: false, failure: null });
        },
        (error: Error) => {
          setState((before) => ({ ...before, isLoading: false, failure: error.message || WORDS.sessionsFailed }));
        },
      )
      .finally(() => {
        running.current = false;
      });
  }, []);
  useEffect(() => {
    if (as !== null) load();
  }, [load, as]);
  useEffect(() => {
    if (!state.isLoading) return;
    setLoaded(progress.current);
    const timer = setInterval(() => setLoaded(progress.current), PROGRESS_POLL_MS);
    return () => clearInterval(timer);
  }, [state.isLoading]);
  return useMemo(() => ({ ...state, loaded, load }), [state, loaded, load]);
}
