import { MAX_WEBHOOK_TRIES } from '@switchyard/contracts/webhooks/operations';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays between attempts: 21 hours in total. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 120, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** In both directions, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Longer waits requested by a receiver are capped at this. */
const MAX_REST_MS = HOUR_MS;
const REST_MS = MINUTE_MS;

/** Delay before the next attempt. @returns null if there are no attempts left */
export function retryDelay(tries: number): number | null {
  if (tries >= MAX_WEBHOOK_TRIES) return null;
  const waitMs = RETRY_DELAYS_MS[tries - 1] ?? RETRY_DELAYS_MS.at(-1) ?? HOUR_MS;
  return waitMs * (1 - JITTER + 2 * JITTER * Math.random());
}

/** How long an endpoint that answered 429 or 503 is left alone. @param retryAfter its header: seconds or a date */
export function pauseDuration(retryAfter: string | undefined, nowMs: number): number {
  const text = retryAfter?.trim() ?? '';
  const requestedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isFinite(requestedMs) ? Math.min(Math.max(requestedMs, 1_000), MAX_REST_MS) : REST_MS;
}
