import { type Text, text } from '@switchyard/contracts/text/text';

/** Maximum bot messages to one chat per window, whatever the flow says; beyond it, the bot pauses for a person. */
export const MAX_IN_WINDOW = 20;
export const WINDOW_MINUTES = 10;
const MAX_IDENTICAL = 3;

/** A message that a bot sent. */
export interface RecentMessage {
  /** Equal for equal content. */
  fingerprint: string;
  /** Sent within the window. */
  recent: boolean;
  at: Date;
}

/**
 * The limit that one more message would exceed, described; null if none.
 * @param before latest first.
 * @param resumedAt when a person last resumed it; identical messages are counted from then
 */
export function limitReached(
  before: readonly RecentMessage[],
  fingerprint: string,
  resumedAt: Date | null,
): Text | null {
  if (before.filter(({ recent }) => recent).length >= MAX_IN_WINDOW) {
    return text('sessionTooMany', { count: MAX_IN_WINDOW, minutes: WINDOW_MINUTES });
  }
  const latest = before.filter(({ at }) => resumedAt === null || at > resumedAt).slice(0, MAX_IDENTICAL);
  if (latest.length === MAX_IDENTICAL && latest.every((message) => message.fingerprint === fingerprint)) {
    return text('sessionSame', { count: MAX_IDENTICAL });
  }
  return null;
}
