/** Stored as the end of an unlimited mute. */
const ALWAYS_MS = Date.UTC(9999, 11, 31);

/** The stored end of a mute. @param untilMs null or past: not muted; negative: muted for ever */
export function muteEnd(untilMs: number | null): Date {
  if (untilMs === null) return new Date(0);
  return new Date(untilMs < 0 ? ALWAYS_MS : Math.min(untilMs, ALWAYS_MS));
}
