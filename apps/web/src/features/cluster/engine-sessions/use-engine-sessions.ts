import type { EngineSessionRow } from '@switchyard/contracts/cluster-rows';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { CONSOLE_POLL } from '../feed/console-poll.ts';
import { sessionsFailed } from '../rules/error-words.ts';
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

const NO_ROWS: Pick<EngineSessions, 'rows' | 'byPod'> = { rows: [], byPod: new Map() };

/**
 * Every engine session, loaded when the screen opens and whenever `load` is called.
 * @param as loads again with each other value; null: nobody needs them yet
 */
export function useEngineSessions(as: number | null = 0): EngineSessions {
  const progress = useRef(0);
  const { data, error, isFetching, refetch } = useQuery({
    ...CONSOLE_POLL,
    queryKey: ['cluster', 'engine-sessions'],
    enabled: as !== null,
    queryFn: async () => {
      progress.current = 0;
      const rows = await loadEngineSessions(
        (input) => api.cluster.sessions(input),
        (count) => {
          progress.current = count;
        },
      );
      const placed = rows.filter((row) => row.podId !== null);
      return { rows, byPod: Map.groupBy(placed, (row) => row.podId ?? '') };
    },
  });
  // One that is under way is enough.
  const load = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  useEffect(() => {
    if (as !== null) load();
  }, [as, load]);
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    if (!isFetching) return;
    setLoaded(progress.current);
    const timer = setInterval(() => setLoaded(progress.current), PROGRESS_POLL_MS);
    return () => clearInterval(timer);
  }, [isFetching]);
  const failure = error && !isFetching ? sessionsFailed(error.message) : null;
  return useMemo(
    () => ({ ...(data ?? NO_ROWS), isLoading: isFetching, loaded, failure, load }),
    [data, isFetching, loaded, failure, load],
  );
}
