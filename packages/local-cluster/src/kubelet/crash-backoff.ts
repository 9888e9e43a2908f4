/** The backoff of a container that keeps ending; null before its first end. */
export interface CrashBackoff {
  delayMs: number;
  updatedAtMs: number;
}

export interface CrashBackoffLimits {
  /** Wait before the second restart; the first is immediate. */
  firstMs: number;
  /** Maximum wait; each one doubles the last. */
  maximumMs: number;
}

/** Kubelet's values. */
export const KUBELET_CRASH_BACKOFF: CrashBackoffLimits = { firstMs: 10_000, maximumMs: 300_000 };

/**
 * When a container that ended at `endedAtMs` may restart, and the backoff to store once it does. Follows kubelet's
 * `doBackOff` over client-go's `flowcontrol.Backoff`: the first restart is immediate, the next waits 10 s from the
 * container's end, then twice as long each time up to 5 min; running for twice that maximum clears it.
 */
export function nextRestart(
  backoff: CrashBackoff | null,
  endedAtMs: number,
  limits: CrashBackoffLimits = KUBELET_CRASH_BACKOFF,
): { atMs: number; delayMs: number; onRestart: (nowMs: number) => CrashBackoff } {
  const forgotten = backoff === null || endedAtMs - backoff.updatedAtMs > 2 * limits.maximumMs;
  if (forgotten) {
    const onRestart = (updatedAtMs: number) => ({ delayMs: limits.firstMs, updatedAtMs });
    return { atMs: endedAtMs, delayMs: 0, onRestart };
  }
  const { delayMs } = backoff;
  const onRestart = (updatedAtMs: number) => ({ delayMs: Math.min(delayMs * 2, limits.maximumMs), updatedAtMs });
  return { atMs: endedAtMs + delayMs, delayMs, onRestart };
}
