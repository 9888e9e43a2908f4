/** A Date header tells whole seconds, and may have been made up to a second before. */
const HEADER_STEP_MS = 2_000;

let aheadMs = 0;

/** The server's clock now in milliseconds since 1970, as far as its answers tell; a laptop's own may be minutes off. */
export const serverNowMs = (): number => Date.now() + aheadMs;

/** What the server's clock showed when this browser's showed something, such as when a thing was noted here. */
export const atServerClock = (browserMs: number): Date => new Date(browserMs + aheadMs);

/**
 * Learns the server's clock from an answer's Date header. Moves it no further than the answer proves, so that ages do
 * not jump to and fro.
 */
export function learnServerClock({ headers }: Pick<Response, 'headers'>, askedAtMs: number): void {
  const dateMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return;
  const least = dateMs - Date.now();
  const most = dateMs + HEADER_STEP_MS - askedAtMs;
  aheadMs = Math.max(least, Math.min(aheadMs, most));
}
