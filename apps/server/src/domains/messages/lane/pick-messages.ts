import {
  allowance,
  type LaneCounters,
  type LaneRules,
  type QuietRules,
  quietUntil,
  restrictionNow,
  untilGapEnds,
} from './pacing.ts';

/** A due row examined by a claim. */
export interface Candidate {
  id: string;
  /** Whether this engine has written to the recipient before. */
  known: boolean;
  /** Whether it is in the line of first contacts. */
  aside: boolean;
  /** Whether it replies to somebody who wrote within the last day. */
  reply: boolean;
  /** The contact's zone. */
  zone: string;
  /** The contact's own quiet hours. Null: the lane's apply. */
  ownQuiet: QuietRules | null;
  /** Whether a person allowed it to be sent in quiet hours. */
  quiet_exempt: boolean;
}

export interface Choice {
  send: string[];
  /** Rows in quiet hours, with their end (ms since 1970). */
  quiet: { id: string; untilMs: number }[];
  /** First contacts that may not be sent now: moved out of the main line, so that claims need not skip them again. */
  toAside: string[];
  /** Rows in the line of first contacts whose recipients are now known. */
  toMain: string[];
  /** Sent rows by kind. */
  known: number;
  fresh: number;
  replies: number;
  /** Whether a row of the main line waits for the bucket of known contacts. */
  blocked: boolean;
}

/** Applies the pacing rules to candidates in order. Pure. */
export function pickMessages(
  candidates: readonly Candidate[],
  rules: LaneRules,
  counters: LaneCounters,
  nowMs: number,
  limit: number,
): Choice {
  const choice: Choice = {
    send: [],
    quiet: [],
    toAside: [],
    toMain: [],
    known: 0,
    fresh: 0,
    replies: 0,
    blocked: false,
  };
  const maxSends = Math.min(limit, rules.dailyCap === null ? limit : Math.max(0, rules.dailyCap - counters.sentToday));
  const knownAllowance = allowance(rules.knownPerMinute, counters.knownTokens);
  const newAllowance = restrictionNow(rules, nowMs) === 'new' ? 0 : allowance(rules.newPerMinute, counters.newTokens);
  const replyAllowance = allowance(rules.repliesPerMinute ?? null, counters.replyTokens ?? 0);
  // Messages that are not replies have a gap between them.
  const maxNonReplies = !rules.gap ? limit : untilGapEnds(rules, counters, nowMs) > 0 ? 0 : 1;
  const canSend = () => choice.send.length < maxSends && choice.known + choice.fresh < maxNonReplies;
  const quietByHours = new Map<string, number | null>();

  for (const candidate of candidates) {
    const hours = candidate.ownQuiet ?? rules;
    const key = `${hours.quietFrom} ${hours.quietTo} ${candidate.zone}`;
    if (!quietByHours.has(key)) quietByHours.set(key, quietUntil(hours, nowMs, candidate.zone));
    const quiet = candidate.quiet_exempt ? null : (quietByHours.get(key) ?? null);
    if (quiet !== null) choice.quiet.push({ id: candidate.id, untilMs: quiet });
    else if (candidate.reply) {
      if (choice.replies >= replyAllowance || choice.send.length >= maxSends) continue;
      choice.send.push(candidate.id);
      choice.replies += 1;
    } else if (candidate.known && choice.known < knownAllowance && canSend()) {
      choice.send.push(candidate.id);
      choice.known += 1;
    } else if (!candidate.known && choice.fresh < newAllowance && canSend()) {
      choice.send.push(candidate.id);
      choice.fresh += 1;
    } else if (candidate.known && candidate.aside) choice.toMain.push(candidate.id);
    else if (!candidate.known && !candidate.aside && choice.fresh >= newAllowance) choice.toAside.push(candidate.id);
    else if (candidate.known && choice.known >= knownAllowance) choice.blocked = true;
  }
  return choice;
}
