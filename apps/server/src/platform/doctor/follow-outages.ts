import type { Finding } from './examine.ts';

export interface OutageNews {
  event: 'outage.began' | 'outage.ended';
  about: string;
  text: string;
  remedy: string | null;
  /** ISO 8601 */
  since: string;
}

/** What fails at one look only may be a restart. */
const LOOKS_UNTIL_TOLD = 2;

/**
 * Tells each outage once, and its end. What nobody could tell begins and ends none; news that could not be told are
 * told after the next look.
 * @returns what is to be called with the findings of each look
 */
export function followOutages(tell: (news: OutageNews) => Promise<void>) {
  const failing = new Map<string, { since: string; looks: number; isTold: boolean }>();
  const follow = async ({ about, state, text, remedy }: Finding, now: Date) => {
    if (state === 'unknown') return;
    const outage = failing.get(about) ?? { since: now.toISOString(), looks: 0, isTold: false };
    if (state === 'failing') {
      outage.looks += 1;
      failing.set(about, outage);
      if (outage.isTold || outage.looks < LOOKS_UNTIL_TOLD) return;
      await tell({ event: 'outage.began', about, text, remedy, since: outage.since });
      outage.isTold = true;
    } else if (failing.has(about)) {
      if (outage.isTold) await tell({ event: 'outage.ended', about, text, remedy, since: outage.since });
      failing.delete(about);
    }
  };
  return async (findings: readonly Finding[], now: Date): Promise<void> => {
    const told = await Promise.allSettled(findings.map((finding) => follow(finding, now)));
    const failed = told.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
