import { ClusterStore } from './cluster-store.ts';
import { followCluster } from './cluster-stream.ts';

/** A stream that no screen has taken over by then is ended. */
const MAX_WAITING_MS = 10_000;

interface Started {
  store: ClusterStore;
  stop: () => void;
  timer: ReturnType<typeof setTimeout>;
}

let started: Started | null = null;

/**
 * Begins to read the cluster before the screen that shows it has been loaded and drawn, so that the two take no longer
 * than one of them.
 */
export function startCluster(): void {
  if (started) return;
  const store = new ClusterStore();
  started = { store, stop: followCluster(store), timer: setTimeout(endStarted, MAX_WAITING_MS) };
}

/** The store of a cluster that was started and not yet taken over. */
export function startedCluster(): ClusterStore | null {
  return started?.store ?? null;
}

/** Follows the cluster with this store; one that was started goes on. @returns ends it */
export function keepCluster(store: ClusterStore): () => void {
  if (started?.store !== store) return followCluster(store);
  const { stop, timer } = started;
  clearTimeout(timer);
  started = null;
  return stop;
}

function endStarted(): void {
  started?.stop();
  started = null;
}
