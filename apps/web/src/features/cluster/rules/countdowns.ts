/** Auto-refresh of the gateway console: on by default, every 30 seconds (spec 001 sections 4 and 9). */
export const AUTO_REFRESH_MS = 30_000;
/** Auto-delete: a 60 s countdown, a refresh, a 10 s wait, then deletion (spec 001 sections 4 and 9). */
export const AUTO_DELETE_MS = 60_000;
export const AUTO_DELETE_WAIT_MS = 10_000;

/** `off`, counting down to a refresh, or waiting for the refresh to end. Times in milliseconds of any one clock. */
export type RefreshCountdown = { phase: 'off' } | { phase: 'counting'; dueAtMs: number } | { phase: 'refreshing' };

/** The start: on. */
export function startRefreshCountdown(nowMs: number): RefreshCountdown {
  return { phase: 'counting', dueAtMs: nowMs + AUTO_REFRESH_MS };
}

export function toggleRefreshCountdown(state: RefreshCountdown, nowMs: number): RefreshCountdown {
  return state.phase === 'off' ? startRefreshCountdown(nowMs) : { phase: 'off' };
}

/** A tick of the clock. `refresh` is true exactly once when the countdown reaches zero. */
export function tickRefreshCountdown(
  state: RefreshCountdown,
  nowMs: number,
): { state: RefreshCountdown; refresh: boolean } {
  if (state.phase !== 'counting' || nowMs < state.dueAtMs) return { state, refresh: false };
  return { state: { phase: 'refreshing' }, refresh: true };
}

/** A refresh ended, whoever asked for it and however it ended: count down anew. */
export function refreshEnded(state: RefreshCountdown, nowMs: number): RefreshCountdown {
  return state.phase === 'off' ? state : startRefreshCountdown(nowMs);
}

/** Auto-delete's round: counting → refreshing → waiting → deleting → counting. */
export type DeleteCountdown =
  | { phase: 'off' }
  | { phase: 'counting'; dueAtMs: number }
  | { phase: 'refreshing' }
  | { phase: 'waiting'; dueAtMs: number }
  | { phase: 'deleting' };

export type DeleteEffect = 'refresh' | 'delete' | null;

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

/** Whole seconds left, as shown; null when nothing counts down. Never more than the countdown's length, never below 0. */
export function secondsLeft(state: RefreshCountdown | DeleteCountdown, nowMs: number): number | null {
  if (state.phase !== 'counting' && state.phase !== 'waiting') return null;
  return Math.max(0, Math.ceil((state.dueAtMs - nowMs) / 1000));
}
