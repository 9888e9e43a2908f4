import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useStoreEffect } from '../feed/use-cluster.ts';
import { type EngineSessionState, EngineSessionStore } from './engine-session-store.ts';

/** Poll interval of the label 'Loading Sessions (N loaded)' (spec 001 section 7). */
export const PROGRESS_POLL_MS = 500;

export interface EngineSessions extends EngineSessionState {
  loaded: number;
  load: () => void;
  /** For callers that keep the sessions up to date. */
  store: EngineSessionStore;
}

/**
 * The engine sessions of a screen.
 * @param isRead whether they are loaded when it opens; otherwise the caller loads or refreshes the store
 */
export function useEngineSessions(isRead = true): EngineSessions {
  const [store] = useState(
    () =>
      new EngineSessionStore({
        page: (input) => api.cluster.sessions(input),
        changes: (input) => api.cluster.refresh(input),
      }),
  );
  const [state, setState] = useState(store.state);
  useStoreEffect(store, () => setState(store.state));
  useEffect(() => {
    if (isRead) void store.load();
  }, [store, isRead]);
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    if (!state.isLoading) return;
    setLoaded(store.loaded);
    const timer = setInterval(() => setLoaded(store.loaded), PROGRESS_POLL_MS);
    return () => clearInterval(timer);
  }, [store, state.isLoading]);
  return useMemo(() => ({ ...state, loaded, load: store.load, store }), [state, loaded, store]);
}
