/** Auto-refresh of the gateway console: on by default, every 30 seconds (spec 001 sections 4 and 9). */
export const AUTO_REFRESH_MS = 30_000;
/** Auto-delete: a 60 s countdown, a refresh, a 10 s wait, then deletion (spec 001 sections 4 and 9). */
export const AUTO_DELETE_MS = 60_000;
export const AUTO_DELETE_WAIT_MS = 10_000;

/** Auto-delete's round: counting → refreshing → waiting → deleting → counting. */
export type DeleteCountdown =
  | { phase: 'off' }
  | { phase: 'counting'; dueAtMs: number }
  | { phase: 'refreshing' }
  | { phase: 'waiting'; dueAtMs: number }
  | { phase: 'deleting' };

type DeleteEffect = 'refresh' | 'delete' | null;

/** Off by default. */
export const DELETE_COUNTDOWN_OFF: DeleteCountdown = { phase: 'off' };

export type DeleteEvent =
  | { kind: 'tick' }
  | { kind: 'toggled' }
  /** A click on the countdown triggers it immediately. */
  | { kind: 'clicked' }
  | { kind: 'refreshed' }
  /** The refresh failed: nothing is deleted on old knowledge; count down anew. */
  | { kind: 'refresh-failed' }
  /** The deletion ended, well or badly. */
  | { kind: 'deleted' };

/** One step of auto-delete; the effect is told exactly once. Switched off in the middle, it does nothing more. */
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
 * Whole seconds until a moment, as shown; never below 0, nor above the whole countdown, which may have begun after the
 * clock on the screen last moved.
 */
export const secondsUntil = (dueAtMs: number, nowMs: number, wholeMs: number): number =>
  Math.max(0, Math.ceil(Math.min(dueAtMs - nowMs, wholeMs) / 1000));
