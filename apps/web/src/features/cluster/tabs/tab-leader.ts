/** The part of the browser's `LockManager` that is used. */
export interface Locks {
  request(name: string, options: { signal?: AbortSignal }, held: () => Promise<void>): Promise<unknown>;
}

/**
 * Makes one of the open tabs of this browser the one that acts automatically (auto mode, auto-delete, history). When it
 * closes or crashes, its Web Lock passes to another.
 * @param onLead called when this tab becomes the leader, which it then stays
 * @returns gives up the lead, or stops waiting for it
 */
export function joinTabs(name: string, locks: Locks, onLead: () => void): () => void {
  const waiting = new AbortController();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  locks
    .request(name, { signal: waiting.signal }, () => {
      if (!waiting.signal.aborted) onLead();
      return released;
    })
    // It fails only when the page stopped waiting.
    .catch(() => undefined);
  return () => {
    waiting.abort();
    release();
  };
}
