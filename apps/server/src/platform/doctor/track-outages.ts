import type { Finding } from './examine.ts';

export interface OutageUpdate {
  event: 'outage.began' | 'outage.ended';
  about: string;
  text: string;
  remedy: string | null;
  /** ISO 8601 */
  since: string;
}

/** A single failed check may be a restart. */
const FAILURES_BEFORE_NOTICE = 2;

/**
 * Notifies each outage once, and its end. Checks with an unknown result neither begin nor end an outage. A failed
 * notification is retried after the next checks.
 * @returns a function to call with the findings of each round of checks
 */
export function trackOutages(notify: (update: OutageUpdate) => Promise<void>) {
  const failing = new Map<string, { since: string; failures: number; isNotified: boolean }>();
  const track = async ({ about, state, text, remedy }: Finding, now: Date) => {
    if (state === 'unknown') return;
    const outage = failing.get(about) ?? { since: now.toISOString(), failures: 0, isNotified: false };
    if (state === 'failing') {
      outage.failures += 1;
      failing.set(about, outage);
      if (outage.isNotified || outage.failures < FAILURES_BEFORE_NOTICE) return;
      await notify({ event: 'outage.began', about, text, remedy, since: outage.since });
      outage.isNotified = true;
    } else if (failing.has(about)) {
      if (outage.isNotified) await notify({ event: 'outage.ended', about, text, remedy, since: outage.since });
      failing.delete(about);
    }
  };
  return async (findings: readonly Finding[], now: Date): Promise<void> => {
    const results = await Promise.allSettled(findings.map((finding) => track(finding, now)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
