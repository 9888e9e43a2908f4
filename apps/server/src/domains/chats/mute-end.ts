/** The end of what WhatsApp says is muted for ever. */
const ALWAYS_MS = Date.UTC(9999, 11, 31);

/** Until when a chat is muted, as it is kept. @param untilMs null: it is not, and so since long; negative: for ever */
export function muteEnd(untilMs: number | null): Date {
  if (untilMs === null) return new Date(0);
  return new Date(untilMs < 0 ? ALWAYS_MS : Math.min(untilMs, ALWAYS_MS));
}
