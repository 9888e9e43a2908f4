import type { KeyValueStorage } from '../rules/status-history-storage.ts';
import { releaseTabLease, stepTabLease, TAB_RENEW_MS } from './tab-lease.ts';

/** The part of the browser's `LockManager` that is used. */
export interface Locks {
  request(name: string, options: { signal?: AbortSignal }, held: () => Promise<void>): Promise<unknown>;
}

export interface TabLeader {
  /** Whether this tab is the one that acts. */
  isLeader(): boolean;
  stop(): void;
}

/**
 * Makes one of the open tabs of this browser the one that acts on its own (auto mode, auto-delete, history). When it closes, another
 * takes over. Web Locks where the browser has them (they end with the tab, also when it crashes), else a lease in storage.
 * @param onChange told whenever this tab becomes the leader or stops being it
 */
export function joinTabs(
  name: string,
  parts: { locks: Locks | undefined; storage: KeyValueStorage; holder: string; nowMs: () => number },
  onChange: (isLeader: boolean) => void,
): TabLeader {
  let leading = false;
  const set = (isLeader: boolean) => {
    if (isLeader === leading) return;
    leading = isLeader;
    onChange(isLeader);
  };
  const end = parts.locks ? joinByLock(name, parts.locks, set) : joinByLease(name, parts, set);
  return {
    isLeader: () => leading,
    stop() {
      end();
      set(false);
    },
  };
}

function joinByLock(name: string, locks: Locks, set: (isLeader: boolean) => void): () => void {
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks
    .request(name, { signal: waiting.signal }, () => {
      if (!waiting.signal.aborted) set(true);
      return released;
    })
    // The only way it can fail is that the page gave up waiting.
    .catch(() => undefined);
  return () => {
    waiting.abort();
    release();
  };
}

function joinByLease(
  name: string,
  { storage, holder, nowMs }: { storage: KeyValueStorage; holder: string; nowMs: () => number },
  set: (isLeader: boolean) => void,
): () => void {
  const step = () => {
    try {
      set(stepTabLease(storage, name, holder, nowMs()));
    } catch {
      // Without storage nobody can tell how many tabs there are: acting on its own is then off.
      set(false);
    }
  };
  step();
  const timer = setInterval(step, TAB_RENEW_MS);
  return () => {
    clearInterval(timer);
    releaseTabLease(storage, name, holder);
  };
}
