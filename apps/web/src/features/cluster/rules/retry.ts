/** Node data is fetched every 30 s; after a failure again after 5 s, at most 3 times (spec 001 sections 4 and 9). */
export const POLL_MS = 30_000;
export const RETRY_AFTER_MS = 5_000;
export const MAX_RETRIES = 3;

export interface PollState {
  /** Retries made since the last success, 0 to 3. */
  retries: number;
  failed: boolean;
  /** When to fetch next without being asked; null while a fetch runs. */
  nextAtMs: number | null;
}

export const POLL_START: PollState = { retries: 0, failed: false, nextAtMs: null };

export type PollEvent = 'succeeded' | 'failed' | 'tick' | 'retry-clicked';

/** One step; `fetch` is true exactly once for every fetch that is to start. After the third failed retry polling goes on every 30 s. */
export function stepPoll(state: PollState, event: PollEvent, nowMs: number): { state: PollState; fetch: boolean } {
  switch (event) {
    case 'succeeded':
      return { state: { retries: 0, failed: false, nextAtMs: nowMs + POLL_MS }, fetch: false };
    case 'failed': {
      const isRetryLeft = state.retries < MAX_RETRIES;
      return {
        state: { ...state, failed: true, nextAtMs: nowMs + (isRetryLeft ? RETRY_AFTER_MS : POLL_MS) },
        fetch: false,
      };
    }
    case 'retry-clicked':
      if (state.nextAtMs === null) return { state, fetch: false };
      return { state: { ...state, retries: 0, nextAtMs: null }, fetch: true };
    case 'tick': {
      if (state.nextAtMs === null || nowMs < state.nextAtMs) return { state, fetch: false };
      const retries = state.failed ? Math.min(state.retries + 1, MAX_RETRIES) : 0;
      return { state: { ...state, retries, nextAtMs: null }, fetch: true };
    }
  }
}

/** 'Retry attempt n/3' while retries are being made, else null (spec 001 section 2.3). */
export function retryWords(state: PollState): string | null {
  return state.failed && state.retries > 0 ? `Retry attempt ${state.retries}/${MAX_RETRIES}` : null;
}
