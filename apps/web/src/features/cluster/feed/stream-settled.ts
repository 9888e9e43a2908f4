import type { ClusterStore } from './cluster-store.ts';
import { pause } from './stream-pause.ts';

/** A large cluster loads in two seconds; a stream that is not complete after this long counts as absent. */
const MAX_WAITING_MS = 10_000;
const POLL_INTERVAL_MS = 25;

/**
 * Resolves once it is settled whether the stream delivers every change. Polls by timer, since the store notifies its
 * listeners with frames, which a hidden tab does not have.
 */
export async function streamSettled(store: ClusterStore, signal: AbortSignal): Promise<boolean> {
  const until = Date.now() + MAX_WAITING_MS;
  while (!store.isStreaming(Date.now()) && store.failure === null && Date.now() < until && !signal.aborted) {
    await pause(POLL_INTERVAL_MS, signal);
  }
  return store.isStreaming(Date.now());
}
