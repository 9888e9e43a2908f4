import {
  allowance,
  type LaneCounters,
  type LaneRules,
  type QuietRules,
  quietUntil,
  restrictionNow,
  untilGapEnds,
} from './pacing.ts';

/** A due row that the claim looks at. */
export interface Candidate {
  id: string;
  /** This engine has written to the recipient before. */
  known: boolean;
  /** It waits in the line of first contacts. */
  aside: boolean;
  /** It answers somebody who wrote within the last day. */
  reply: boolean;
  /** The contact's zone. */
  zone: string;
  /** The contact's own quiet hours; null: the lane's. */
  ownQuiet: QuietRules | null;
  /** A person lets it go out in quiet hours. */
  quiet_exempt: boolean;
}

export interface Choice {
  send: string[];
  /** Rows met in quiet hours, with their end (ms since 1970). */
  quiet: { id: string; untilMs: number }[];
  /** First contacts that may not go now: out of the main line, so that no claim steps over them again. */
  toAside: string[];
  /** Rows of the waiting line that are first contacts no more. */
  toMain: string[];
  /** What the sent rows took. */
  known: number;
  fresh: number;
  replies: number;
  /** A row of the main line waits for the bucket of known contacts. */
  blocked: boolean;
}

/** Decides about candidates in their order: the rules of pacing, applied to each. Pure. */
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
  const most = Math.min(limit, rules.dailyCap === null ? limit : Math.max(0, rules.dailyCap - counters.sentToday));
  const mayKnown = allowance(rules.knownPerMinute, counters.knownTokens);
  const mayNew = restrictionNow(rules, nowMs) === 'new' ? 0 : allowance(rules.newPerMinute, counters.newTokens);
  const mayReply = allowance(rules.repliesPerMinute ?? null, counters.replyTokens ?? 0);
  // Between two that are no answers there is a gap.
  const mayOthers = !rules.gap ? limit : untilGapEnds(rules, counters, nowMs) > 0 ? 0 : 1;
  const mayGo = () => choice.send.length < most && choice.known + choice.fresh < mayOthers;
  const quietOf = new Map<string, number | null>();

  for (const candidate of candidates) {
    const hours = candidate.ownQuiet ?? rules;
    const key = `${hours.quietFrom} ${hours.quietTo} ${candidate.zone}`;
    if (!quietOf.has(key)) quietOf.set(key, quietUntil(hours, nowMs, candidate.zone));
    const quiet = candidate.quiet_exempt ? null : (quietOf.get(key) ?? null);
    if (quiet !== null) choice.quiet.push({ id: candidate.id, untilMs: quiet });
    else if (candidate.reply) {
      if (choice.replies >= mayReply || choice.send.length >= most) continue;
      choice.send.push(candidate.id);
      choice.replies += 1;
    } else if (candidate.known && choice.known < mayKnown && mayGo()) {
      choice.send.push(candidate.id);
      choice.known += 1;
    } else if (!candidate.known && choice.fresh < mayNew && mayGo()) {
      choice.send.push(candidate.id);
      choice.fresh += 1;
    } else if (candidate.known && candidate.aside) choice.toMain.push(candidate.id);
    else if (!candidate.known && !candidate.aside && choice.fresh >= mayNew) choice.toAside.push(candidate.id);
    else if (candidate.known && choice.known >= mayKnown) choice.blocked = true;
  }
  return choice;
}
