import type { ClusterStore } from './cluster-store.ts';
import { pause } from './stream-pause.ts';

/** A large cluster is read in two seconds; a stream that has told nothing whole by then is taken for none. */
const MAX_WAITING_MS = 10_000;
const LOOK_MS = 25;

/**
 * Resolves when the stream tells every change, or does not: with whether it does. By a timer, since listeners of the
 * store are told with frames, of which a tab out of sight has none.
 */
export async function streamSettled(store: ClusterStore, signal: AbortSignal): Promise<boolean> {
  const until = Date.now() + MAX_WAITING_MS;
  while (!store.isStreaming(Date.now()) && store.failure === null && Date.now() < until && !signal.aborted) {
    await pause(LOOK_MS, signal);
  }
  return store.isStreaming(Date.now());
}
