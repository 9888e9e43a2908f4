import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { ClusterStore } from './cluster-store.ts';
import { keepCluster, startedCluster } from './start-cluster.ts';

/**
 * A store that follows the cluster while the screen is open. It does not draw the screen again by itself: see {@link
 * useClusterVersion}.
 */
export function useCluster(): ClusterStore {
  const [store] = useState(() => startedCluster() ?? new ClusterStore());
  useEffect(() => keepCluster(store), [store]);
  return store;
}

/** Whether there is something to show: the cluster was read whole, or could not be. Stays so while it is read anew. */
export function useIsKnown(store: ClusterStore): boolean {
  const [isKnown, setIsKnown] = useState(store.isComplete || store.failure !== null);
  useFollowed(store, () => {
    if (store.isComplete || store.failure !== null) setIsKnown(true);
  });
  return isKnown;
}

/**
 * Looks at a store when the caller is drawn, and whenever it tells of a change. For state and no external store for
 * React: that would have it draw a screen that just opens all at once, because what is read then never stands still for
 * as long as it takes.
 */
export function useFollowed(store: { subscribe: (look: () => void) => () => void }, look: () => void): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    lookNow();
    return store.subscribe(() => lookNow());
  }, [store]);
}

/** Draws the caller again with every frame in which something changed. */
export function useClusterVersion(store: ClusterStore): number {
  const [version, setVersion] = useState(store.version);
  useFollowed(store, () => setVersion(store.version));
  return version;
}

/** What is drawn cannot be late for longer than this, however busy the page is. */
const MAX_BEHIND_MS = 2_000;
const FRAME_MS = 16;

/**
 * Draws the caller again when something changed, at most every `everyMs`: for what costs more the larger the cluster
 * is.
 * @param behind whether what was read before is not drawn yet: the next waits for it, since a drawing that is overtaken
 *   begins anew
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

/**
 * A list of a large cluster, drawn in steps that may be interrupted; `behind` says while the newest is not drawn yet.
 */
export function useDrawn<List>(list: List, behind: RefObject<boolean>): List {
  const drawn = useDeferredValue(list);
  useEffect(() => {
    behind.current = drawn !== list;
  }, [drawn, list, behind]);
  return drawn;
}
