import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { ClusterStore } from './cluster-store.ts';
import { startedCluster, takeOverCluster } from './start-cluster.ts';

/**
 * A store that follows the cluster while the screen is open. Does not re-render the screen by itself: see {@link
 * useClusterVersion}.
 */
export function useCluster(): ClusterStore {
  const [store] = useState(() => startedCluster() ?? new ClusterStore());
  useEffect(() => takeOverCluster(store), [store]);
  return store;
}

/** Whether there is something to show: the cluster was loaded, or failed to load. Stays true during a reload. */
export function useIsKnown(store: ClusterStore): boolean {
  const [isKnown, setIsKnown] = useState(store.isComplete || store.failure !== null);
  useStoreEffect(store, () => {
    if (store.isComplete || store.failure !== null) setIsKnown(true);
  });
  return isKnown;
}

/**
 * Calls `update` after mounting and whenever the store reports a change. For state rather than React's external store,
 * which would make React render a newly opened screen synchronously, because the value changes before rendering ends.
 */
export function useStoreEffect(store: { subscribe: (listener: () => void) => () => void }, update: () => void): void {
  const updateLatest = useEffectEvent(update);
  useEffect(() => {
    updateLatest();
    return store.subscribe(() => updateLatest());
  }, [store]);
}

/** Re-renders the caller with every frame in which something changed. */
export function useClusterVersion(store: ClusterStore): number {
  const [version, setVersion] = useState(store.version);
  useStoreEffect(store, () => setVersion(store.version));
  return version;
}

/** Rendering never lags behind by more than this, however busy the page is. */
const MAX_BEHIND_MS = 2_000;
const FRAME_MS = 16;

/**
 * Re-renders the caller on changes, at most every `everyMs`: for renderings whose cost grows with the cluster.
 * @param behind whether the last value is still being rendered: the next waits for it, since an overtaken rendering
 * starts over
 */
export function useSlowClusterVersion(store: ClusterStore, everyMs: number, behind?: RefObject<boolean>): number {
  const [version, setVersion] = useState(store.version);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let lastAt = 0;
    const show = () => {
      if (behind?.current && performance.now() < lastAt + MAX_BEHIND_MS) {
        timer = setTimeout(show, FRAME_MS);
        return;
      }
      timer = null;
      lastAt = performance.now();
      setVersion(store.version);
    };
    const end = store.subscribe(() => {
      timer ??= setTimeout(show, Math.max(0, lastAt + everyMs - performance.now()));
    });
    show();
    return () => {
      end();
      if (timer) clearTimeout(timer);
    };
  }, [store, everyMs, behind]);
  return version;
}

/** A list of a large cluster, rendered in interruptible steps; sets `behind` while the newest is not rendered yet. */
export function useDeferredList<List>(list: List, behind: RefObject<boolean>): List {
  const deferred = useDeferredValue(list);
  useEffect(() => {
    behind.current = deferred !== list;
  }, [deferred, list, behind]);
  return deferred;
}
