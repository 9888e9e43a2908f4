import { type Text, text } from '@switchyard/contracts/text/text';

/** So much a bot says to one chat, whatever its flow says; beyond it a person looks. */
export const MAX_IN_WINDOW = 20;
export const WINDOW_MINUTES = 10;
const MAX_IDENTICAL = 3;

/** Something that a bot said. */
export interface RecentMessage {
  /** Alike for the same words. */
  fingerprint: string;
  /** Within the window. */
  recent: boolean;
  at: Date;
}

/**
 * Which limit one more message would go over, in words; null: none.
 * @param before the latest first.
 * @param resumedAt when a person had it go on: what is said the same is in a row since then
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
  if (latest.length === MAX_IDENTICAL && latest.every((one) => one.fingerprint === fingerprint)) {
    return text('sessionSame', { count: MAX_IDENTICAL });
  }
  return null;
}
