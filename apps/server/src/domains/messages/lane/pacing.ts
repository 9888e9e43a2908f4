import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { Temporal } from 'temporal-polyfill';

/**
 * The rules that hold a lane back, as pure functions of the database's clock. Both the claim and "why not sent yet?"
 * use them. Times are milliseconds since 1970; a null limit means no limit.
 */
export interface LaneRules {
  knownPerMinute: number | null;
  newPerMinute: number | null;
  /** Limit for replies to somebody who wrote within the last day. Undefined: no limit. */
  repliesPerMinute?: number | null;
  /** Random time between two messages that are not replies. Null or undefined: no gap. */
  gap?: { fromMs: number; toMs: number } | null;
  /** Maximum tokens of a bucket. */
  burst: number;
  dailyCap: number | null;
  /** Local hours, `HH:mm`; both or neither. */
  quietFrom: string | null;
  quietTo: string | null;
  restrictionScope: 'new' | 'all' | null;
  /** Null with a scope: until further notice. */
  restrictedUntilMs: number | null;
  /** Warm-up of a number in its first week of work. Null or undefined: it is warm. */
  warmUp?: WarmUp | null;
}

interface WarmUp {
  /** Days before today on which it sent something. */
  daysWorked: number;
  /** `newPerMinute` once the number is warm. */
  newPerMinuteWarm: number | null;
}

/** Approximate number of first contacts a new number may write to on each of its first days. */
const NEW_CONTACTS_BY_DAY = [20, 30, 45, 70, 100, 150, 220];
const MINUTES_PER_DAY = 24 * 60;

/** Days of work after which a number is warm. */
export const WARM_UP_DAYS = NEW_CONTACTS_BY_DAY.length;

/** Approximate number of first contacts on this day of work. Null: the number is warm. */
export const newContactsOn = (daysWorked: number): number | null => NEW_CONTACTS_BY_DAY[daysWorked] ?? null;

/**
 * The rules of a lane whose number is warming up: first contacts are spread over the whole day, at no more than the
 * configured pace. Messages to known contacts are not slowed down.
 */
export function warmingUp(rules: LaneRules, daysWorked: number): LaneRules {
  const newPerMinuteWarm = rules.warmUp ? rules.warmUp.newPerMinuteWarm : rules.newPerMinute;
  const people = newContactsOn(daysWorked);
  const warmUpPerMinute = people === null ? Number.POSITIVE_INFINITY : people / MINUTES_PER_DAY;
  const newPerMinute = Math.min(newPerMinuteWarm ?? Number.POSITIVE_INFINITY, warmUpPerMinute);
  return {
    ...rules,
    newPerMinute: Number.isFinite(newPerMinute) ? newPerMinute : null,
    warmUp: people === null ? null : { daysWorked, newPerMinuteWarm },
  };
}

/** Hours in which nothing is sent; both null: none. */
export type QuietRules = Pick<LaneRules, 'quietFrom' | 'quietTo'>;

/** A contact's own quiet hours as a rule. Null: the contact has none, and the lane's apply. */
export const ownQuietRules = (own: OwnQuietHours): QuietRules | null =>
  own === null ? null : own === 'none' ? { quietFrom: null, quietTo: null } : { quietFrom: own.from, quietTo: own.to };

/** What the lane has used up. */
export interface LaneCounters {
  knownTokens: number;
  newTokens: number;
  replyTokens?: number;
  /** End of the last drawn gap. Null or undefined: there was none. */
  nextSendAtMs?: number | null;
  refilledAtMs: number;
  /** Messages sent today in the workspace's zone, including those in flight. */
  sentToday: number;
}

/** Advances the counters to `nowMs` by refilling the buckets. */
export function advance(rules: LaneRules, counters: LaneCounters, nowMs: number): LaneCounters {
  const minutes = Math.max(0, nowMs - counters.refilledAtMs) / 60_000;
  return {
    ...counters,
    knownTokens: refill(counters.knownTokens, rules.knownPerMinute, minutes, rules.burst),
    newTokens: refill(counters.newTokens, rules.newPerMinute, minutes, rules.burst),
    replyTokens: refill(counters.replyTokens ?? 0, rules.repliesPerMinute ?? null, minutes, rules.burst),
    refilledAtMs: Math.max(nowMs, counters.refilledAtMs),
  };
}

function refill(tokens: number, perMinute: number | null, minutes: number, burst: number): number {
  if (perMinute === null) return tokens;
  return Math.min(Math.max(burst, 1), tokens + minutes * perMinute);
}

/** Number of messages a bucket allows now; infinite without a limit. */
export const allowance = (perMinute: number | null, tokens: number): number =>
  perMinute === null ? Number.POSITIVE_INFINITY : Math.floor(tokens + TOKEN_TOLERANCE);

/** Tolerance for rounding errors, so that a bucket has its token after exactly the calculated wait. */
const TOKEN_TOLERANCE = 1e-6;

/** Time until a bucket has a whole token. Null: never (the limit is zero). */
export function untilToken(perMinute: number | null, tokens: number): number | null {
  if (perMinute === null || tokens >= 1) return 0;
  return perMinute > 0 ? ((1 - tokens) / perMinute) * 60_000 : null;
}

/** Time until the gap after the last non-reply ends. A gap that is no longer a rule holds nothing. */
export const untilGapEnds = ({ gap }: LaneRules, { nextSendAtMs }: LaneCounters, nowMs: number): number =>
  gap && nextSendAtMs ? Math.max(0, nextSendAtMs - nowMs) : 0;

/** The scope of the current restriction; an expired one holds nothing. */
export function restrictionNow(rules: LaneRules, nowMs: number): 'new' | 'all' | null {
  if (rules.restrictionScope === null) return null;
  return rules.restrictedUntilMs !== null && rules.restrictedUntilMs <= nowMs ? null : rules.restrictionScope;
}

/**
 * When today's cap ends, if it is reached: at the start of the next day in the workspace's zone. Null: it is not
 * reached.
 */
export function dailyCapUntil(rules: LaneRules, counters: LaneCounters, nowMs: number, zone: string): number | null {
  if (rules.dailyCap === null || counters.sentToday < rules.dailyCap) return null;
  const now = inZone(nowMs, zone);
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The end of the quiet hours at `nowMs`, in the contact's zone. Null: not in quiet hours. They may span midnight. If
 * the clock skips their end, they end right after the gap.
 */
export function quietUntil(rules: QuietRules, nowMs: number, zone: string): number | null {
  if (rules.quietFrom === null || rules.quietTo === null || rules.quietFrom === rules.quietTo) return null;
  const from = Temporal.PlainTime.from(rules.quietFrom);
  const to = Temporal.PlainTime.from(rules.quietTo);
  const now = inZone(nowMs, zone);
  const time = now.toPlainTime();
  const overMidnight = Temporal.PlainTime.compare(from, to) > 0;
  const afterFrom = Temporal.PlainTime.compare(time, from) >= 0;
  const beforeTo = Temporal.PlainTime.compare(time, to) < 0;
  if (!(overMidnight ? afterFrom || beforeTo : afterFrom && beforeTo)) return null;
  const day = overMidnight && afterFrom ? now.toPlainDate().add({ days: 1 }) : now.toPlainDate();
  const end = day.toZonedDateTime({ timeZone: zone, plainTime: to }).epochMilliseconds;
  // In an hour that happens twice, the end can lie before now; then its second occurrence applies.
  return end > nowMs ? end : nowMs + 60_000;
}

/** Truncated because the database's clock is finer than a millisecond. */
const inZone = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(zone);
