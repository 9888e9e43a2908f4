/** Auto-refresh of the gateway console: on by default, every 30 seconds (spec 001 sections 4 and 9). */
export const AUTO_REFRESH_MS = 30_000;
/** Auto-delete: a 60 s countdown, a refresh, a 10 s wait, then deletion (spec 001 sections 4 and 9). */
export const AUTO_DELETE_MS = 60_000;
export const AUTO_DELETE_WAIT_MS = 10_000;

/** Auto-delete's cycle: counting → refreshing → waiting → deleting → counting. */
export type DeleteCountdown =
  | { phase: 'off' }
  | { phase: 'counting'; dueAtMs: number }
  | { phase: 'refreshing' }
  | { phase: 'waiting'; dueAtMs: number }
  | { phase: 'deleting' };

type DeleteEffect = 'refresh' | 'delete' | null;

export const DELETE_COUNTDOWN_OFF: DeleteCountdown = { phase: 'off' };

export type DeleteEvent =
  | { kind: 'tick' }
  | { kind: 'toggled' }
  /** A click on the countdown triggers it immediately. */
  | { kind: 'clicked' }
  | { kind: 'refreshed' }
  /** The refresh failed: nothing is deleted by stale data; the countdown restarts. */
  | { kind: 'refresh-failed' }
  /** The deletion ended, successfully or not. */
  | { kind: 'deleted' };

/** Advances auto-delete by one step. Each effect is returned exactly once; switching it off at any point stops it. */
export function stepDeleteCountdown(
  state: DeleteCountdown,
  event: DeleteEvent,
  nowMs: number,
): { state: DeleteCountdown; effect: DeleteEffect } {
  const stay = { state, effect: null };
  const count = { state: { phase: 'counting', dueAtMs: nowMs + AUTO_DELETE_MS } as const, effect: null };
  if (event.kind === 'toggled') return state.phase === 'off' ? count : { state: DELETE_COUNTDOWN_OFF, effect: null };
  switch (state.phase) {
    case 'off':
      return stay;
    case 'counting':
      if (event.kind !== 'clicked' && !(event.kind === 'tick' && nowMs >= state.dueAtMs)) return stay;
      return { state: { phase: 'refreshing' }, effect: 'refresh' };
    case 'refreshing':
      if (event.kind === 'refresh-failed') return count;
      if (event.kind !== 'refreshed') return stay;
      return { state: { phase: 'waiting', dueAtMs: nowMs + AUTO_DELETE_WAIT_MS }, effect: null };
    case 'waiting':
      if (event.kind !== 'tick' || nowMs < state.dueAtMs) return stay;
      return { state: { phase: 'deleting' }, effect: 'delete' };
    case 'deleting':
      return event.kind === 'deleted' ? count : stay;
  }
}

/**
 * Whole seconds until `dueAtMs`, for display. Clamped to the whole countdown, which may have begun after the screen's
 * clock last ticked, and never below 0.
 */
export const secondsUntil = (dueAtMs: number, nowMs: number, wholeMs: number): number =>
  Math.max(0, Math.ceil(Math.min(dueAtMs - nowMs, wholeMs) / 1000));
