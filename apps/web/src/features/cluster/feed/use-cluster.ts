import { useEffect, useState, useSyncExternalStore } from 'react';
import { ClusterStore } from './cluster-store.ts';
import { followCluster } from './cluster-stream.ts';

/** A store that follows the cluster while the screen is open. It does not draw the screen again by itself: see {@link useClusterVersion}. */
export function useCluster(): ClusterStore {
  const [store] = useState(() => new ClusterStore());
  useEffect(() => followCluster(store), [store]);
  return store;
}

/** Draws the caller again with every frame in which something changed. */
export function useClusterVersion(store: ClusterStore): number {
  return useSyncExternalStore(store.subscribe, () => store.version);
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
