import type { KeyValueStorage } from '../rules/status-history-storage.ts';

/** A lease in storage that is not renewed is free again after this long. */
export const TAB_LEASE_MS = 10_000;
export const TAB_RENEW_MS = 2_000;

interface StoredLease {
  holder: string;
  expiresAtMs: number;
}

/**
 * One step of a lease kept in storage that all tabs of this browser share, for browsers without Web Locks. Call it every
 * {@link TAB_RENEW_MS}. It writes and reads back, so that of two tabs that try in the same moment the last writer alone holds it after
 * the next step; a first success is therefore "claimed", and only a renewal "held".
 * @returns whether this tab may act
 */
export function stepTabLease(storage: KeyValueStorage, key: string, holder: string, nowMs: number): boolean {
  const lease = readLease(storage, key);
  const isMine = lease?.holder === holder;
  // A lease that ends later than any lease could was written by a clock that has been set back since.
  const isFree = !lease || lease.expiresAtMs <= nowMs || lease.expiresAtMs > nowMs + TAB_LEASE_MS;
  if (!isMine && !isFree) return false;
  storage.setItem(key, JSON.stringify({ holder, expiresAtMs: nowMs + TAB_LEASE_MS } satisfies StoredLease));
  return isMine && !isFree;
}

/** Gives the lease up, if this tab has it, so that another need not wait for its end. */
export function releaseTabLease(storage: KeyValueStorage, key: string, holder: string): void {
  if (readLease(storage, key)?.holder === holder) storage.removeItem(key);
}

function readLease(storage: KeyValueStorage, key: string): StoredLease | null {
  try {
    const lease = JSON.parse(storage.getItem(key) ?? 'null') as Partial<StoredLease> | null;
    if (typeof lease?.holder !== 'string' || typeof lease.expiresAtMs !== 'number') return null;
    return { holder: lease.holder, expiresAtMs: lease.expiresAtMs };
  } catch {
    return null;
  }
}
