/** WhatsApp's longest code lasts a minute; more than this left means that the two clocks disagree. */
const MOST_SECONDS = 75;

/** Whole seconds until a moment, at least 0; null when it is unknown or the browser's clock is plainly wrong about it. */
export function secondsLeft(until: string | null, nowMs: number): number | null {
  if (until === null) return null;
  const seconds = Math.ceil((new Date(until).getTime() - nowMs) / 1_000);
  if (seconds > MOST_SECONDS || seconds < -MOST_SECONDS) return null;
  return Math.max(0, seconds);
}
