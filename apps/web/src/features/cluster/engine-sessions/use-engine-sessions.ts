import { type Known, known, unknown } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow } from '@switchyard/contracts/cluster-rows';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { CONSOLE_POLL } from '../feed/console-poll.ts';
import { sessionsFailed, sessionsLoading } from '../rules/error-words.ts';
import { loadEngineSessions } from './load-engine-sessions.ts';

/** The label 'Loading Sessions (N loaded)' looks at the progress this often (spec 001 section 7). */
export const PROGRESS_POLL_MS = 500;

export interface EngineSessions {
  /** As they were last loaded, to be shown; what is counted or acted on goes by `byPod`. */
  rows: readonly EngineSessionRow[];
  /** Sessions by the name of their pod; not known before they were loaded, and after a load that failed. */
  byPod: Known<ReadonlyMap<string, readonly EngineSessionRow[]>>;
  isLoading: boolean;
  loaded: number;
  failure: string | null;
  load: () => void;
}

const NO_ROWS: EngineSessions['rows'] = [];

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
  const why = error ? sessionsFailed(error.message) : sessionsLoading();
  const byPod = useMemo(() => (data && !error ? known(data.byPod) : unknown(why)), [data, error, why]);
  const rows = data?.rows ?? NO_ROWS;
  return useMemo(
    () => ({ rows, byPod, isLoading: isFetching, loaded, failure, load }),
    [rows, byPod, isFetching, loaded, failure, load],
  );
}
