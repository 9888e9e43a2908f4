/** A Date header has whole seconds and may be up to a second old. */
const HEADER_STEP_MS = 2_000;

let aheadMs = 0;

/**
 * The server's current time in milliseconds since 1970, as far as its responses tell; a laptop's own clock may be
 * minutes off.
 */
export const serverNowMs = (): number => Date.now() + aheadMs;

/** Converts a time of this browser's clock to the server's, such as when something was recorded here. */
export const atServerClock = (browserMs: number): Date => new Date(browserMs + aheadMs);

/**
 * Learns the server's clock from a response's Date header. Adjusts it no further than the response proves, so that ages
 * do not jump back and forth.
 */
export function learnServerClock({ headers }: Pick<Response, 'headers'>, requestedAtMs: number): void {
  const dateMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return;
  const min = dateMs - Date.now();
  const max = dateMs + HEADER_STEP_MS - requestedAtMs;
  aheadMs = Math.max(min, Math.min(aheadMs, max));
}
