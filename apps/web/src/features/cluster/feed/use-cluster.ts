import { useEffect, useState, useSyncExternalStore } from 'react';
import { ClusterStore } from './cluster-store.ts';
import { keepCluster, startedCluster } from './start-cluster.ts';

/** A store that follows the cluster while the screen is open. It does not draw the screen again by itself: see {@link useClusterVersion}. */
export function useCluster(): ClusterStore {
  const [store] = useState(() => startedCluster() ?? new ClusterStore());
  useEffect(() => keepCluster(store), [store]);
  return store;
}

/** Whether there is something to show: the cluster was read whole, or could not be. Stays so while it is read anew. */
export function useIsKnown(store: ClusterStore): boolean {
  const isKnown = useSyncExternalStore(store.subscribe, () => store.isComplete || store.failure !== null);
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return isKnown || wasKnown;
}

/**
 * Draws the caller again with every frame in which something changed. State and no external store for React: that would have it draw a screen that
 * just opens all at once, because the cluster never stands still for as long as it takes.
 */
export function useClusterVersion(store: ClusterStore): number {
  const [version, setVersion] = useState(store.version);
  useEffect(() => {
    const show = () => setVersion(store.version);
    show();
    return store.subscribe(show);
  }, [store]);
  return version;
}

/** Draws the caller again when something changed, at most every `everyMs`: for what costs more the larger the cluster is. */
export function useSlowClusterVersion(store: ClusterStore, everyMs: number): number {
  const [version, setVersion] = useState(store.version);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let lastAt = 0;
    const show = () => {
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
  }, [store, everyMs]);
  return version;
}
