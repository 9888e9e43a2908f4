import { ClusterStore } from './cluster-store.ts';
import { followCluster } from './cluster-stream.ts';

/** A stream not taken over within this time is ended. */
const TAKEOVER_TIMEOUT_MS = 10_000;

interface StartedStream {
  store: ClusterStore;
  stop: () => void;
  timer: ReturnType<typeof setTimeout>;
}

let started: StartedStream | null = null;

/**
 * Starts loading the cluster before its screen has been loaded and rendered, so that the two take no longer than one of
 * them.
 */
export function startCluster(): void {
  if (started) return;
  const store = new ClusterStore();
  started = { store, stop: followCluster(store), timer: setTimeout(endStarted, TAKEOVER_TIMEOUT_MS) };
}

/** The store of a started cluster that has not been taken over yet. */
export function startedCluster(): ClusterStore | null {
  return started?.store ?? null;
}

/** Follows the cluster with this store; a started stream continues. @returns a function that ends it */
export function takeOverCluster(store: ClusterStore): () => void {
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
