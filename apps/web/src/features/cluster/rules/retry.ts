/** Node data are fetched every 30 s; after a failure again after 5 s, at most 3 times (spec 001 sections 4 and 9). */
export const POLL_MS = 30_000;
export const RETRY_AFTER_MS = 5_000;
export const MAX_RETRIES = 3;

/**
 * Delay before the next fetch after this many consecutive failures. After the third failed retry polling continues
 * every 30 s.
 */
export const pollDelayMs = (failures: number): number =>
  failures > 0 && failures <= MAX_RETRIES ? RETRY_AFTER_MS : POLL_MS;

/** Number of retries started, 0 to 3: the first failed fetch does not count. */
export const retriesStarted = (failures: number, isFetching: boolean): number =>
  Math.max(0, Math.min(isFetching ? failures : failures - 1, MAX_RETRIES));
