const FIRST_DELAY_MS = 10_000;
export const MAX_DELAY_MS = 300_000;

/** How long a container that keeps ending must wait; null before its first end. */
export interface CrashBackoff {
  delayMs: number;
  updatedAtMs: number;
}

/**
 * When a container that ended at `endedAtMs` may start again, and the backoff to remember once it does.
 * Follows kubelet's `doBackOff` over client-go's `flowcontrol.Backoff`: the first restart is immediate, the next waits 10 s from the end of the
 * container, then twice as long each time up to 5 min; ten quiet minutes clear it.
 */
export function nextRestart(
  backoff: CrashBackoff | null,
  endedAtMs: number,
): { atMs: number; delayMs: number; onRestart: (nowMs: number) => CrashBackoff } {
  const forgotten = backoff === null || endedAtMs - backoff.updatedAtMs > 2 * MAX_DELAY_MS;
  if (forgotten) {
    const onRestart = (updatedAtMs: number) => ({ delayMs: FIRST_DELAY_MS, updatedAtMs });
    return { atMs: endedAtMs, delayMs: 0, onRestart };
  }
  const { delayMs } = backoff;
  const onRestart = (updatedAtMs: number) => ({ delayMs: Math.min(delayMs * 2, MAX_DELAY_MS), updatedAtMs });
  return { atMs: endedAtMs + delayMs, delayMs, onRestart };
}
