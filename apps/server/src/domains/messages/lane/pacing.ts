import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { Temporal } from 'temporal-polyfill';

/**
 * The rules that hold a lane back, as pure functions of the database's clock. The claim obeys them and "why not sent
 * yet?" tells them: both from here. Times are milliseconds since 1970; null limits mean "none".
 */
export interface LaneRules {
  knownPerMinute: number | null;
  newPerMinute: number | null;
  /** Of answers to somebody who wrote within the last day; left out: none. */
  repliesPerMinute?: number | null;
  /** A random time between these passes between two messages that are no answers; null or left out: none. */
  gap?: { fromMs: number; toMs: number } | null;
  /** The most tokens a bucket keeps. */
  burst: number;
  dailyCap: number | null;
  /** Local hours, `HH:mm`; both or neither. */
  quietFrom: string | null;
  quietTo: string | null;
  restrictionScope: 'new' | 'all' | null;
  /** Null with a scope: until further notice. */
  restrictedUntilMs: number | null;
  /** Of a number in its first week of work; null or left out: it is warm. */
  warmUp?: WarmUp | null;
}

interface WarmUp {
  /** Days before this one on which it has sent something. */
  daysWorked: number;
  /** What `newPerMinute` is when it is warm. */
  newPerMinuteWarm: number | null;
}

/** People who have never heard from a new number that it writes to on each of its first days of work, about. */
const NEW_PEOPLE_ON_DAY = [20, 30, 45, 70, 100, 150, 220];
const MINUTES_OF_DAY = 24 * 60;

/** Days of work after which a number is warm. */
export const WARM_UP_DAYS = NEW_PEOPLE_ON_DAY.length;

/** How many new people a number writes to on this day of its work, about; null: it is warm. */
export const newPeopleOn = (daysWorked: number): number | null => NEW_PEOPLE_ON_DAY[daysWorked] ?? null;

/**
 * The rules of a lane whose number is warming up, on a day of its work: first contacts are spread over the whole day,
 * at no more than the pace that was set. What it writes to people who know it is not slowed down.
 */
export function warmingUp(rules: LaneRules, daysWorked: number): LaneRules {
  const newPerMinuteWarm = rules.warmUp ? rules.warmUp.newPerMinuteWarm : rules.newPerMinute;
  const people = newPeopleOn(daysWorked);
  const slowed = people === null ? Number.POSITIVE_INFINITY : people / MINUTES_OF_DAY;
  const newPerMinute = Math.min(newPerMinuteWarm ?? Number.POSITIVE_INFINITY, slowed);
  return {
    ...rules,
    newPerMinute: Number.isFinite(newPerMinute) ? newPerMinute : null,
    warmUp: people === null ? null : { daysWorked, newPerMinuteWarm },
  };
}

/** Between which hours nothing goes out; both null: at any. */
export type QuietRules = Pick<LaneRules, 'quietFrom' | 'quietTo'>;

/** A contact's own quiet hours as a rule; null: the contact has none, and the lane's hold. */
export const ownQuietRules = (own: OwnQuietHours): QuietRules | null =>
  own === null ? null : own === 'none' ? { quietFrom: null, quietTo: null } : { quietFrom: own.from, quietTo: own.to };

/** How much the lane has used up. */
export interface LaneCounters {
  knownTokens: number;
  newTokens: number;
  replyTokens?: number;
  /** The end of the gap that was drawn last; null or left out: there was none. */
  nextSendAtMs?: number | null;
  refilledAtMs: number;
  /** Messages that the day of the workspace's zone has seen go out, those under way included. */
  sentToday: number;
}

/** The counters brought to `nowMs`: buckets refilled. */
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

/** Whole messages that a bucket allows now; no limit is infinite. */
export const allowance = (perMinute: number | null, tokens: number): number =>
  perMinute === null ? Number.POSITIVE_INFINITY : Math.floor(tokens + TOKEN_TOLERANCE);

/** A bucket that has refilled for exactly its wait must not lack a token by a rounding error. */
const TOKEN_TOLERANCE = 1e-6;

/** Until a bucket has a whole token again; null: never (a limit of zero). */
export function untilToken(perMinute: number | null, tokens: number): number | null {
  if (perMinute === null || tokens >= 1) return 0;
  return perMinute > 0 ? ((1 - tokens) / perMinute) * 60_000 : null;
}

/** Until the gap after the last message that was no answer is over; a gap that is no longer a rule holds nothing. */
export const untilGapEnds = ({ gap }: LaneRules, { nextSendAtMs }: LaneCounters, nowMs: number): number =>
  gap && nextSendAtMs ? Math.max(0, nextSendAtMs - nowMs) : 0;

/** What the restriction holds now. A restriction whose time has passed holds nothing. */
export function restrictionNow(rules: LaneRules, nowMs: number): 'new' | 'all' | null {
  if (rules.restrictionScope === null) return null;
  return rules.restrictedUntilMs !== null && rules.restrictedUntilMs <= nowMs ? null : rules.restrictionScope;
}

/**
 * When today's cap no longer counts, if it holds now: the start of the next day in the workspace's zone. Null: it does
 * not hold.
 */
export function dailyCapUntil(rules: LaneRules, counters: LaneCounters, nowMs: number, zone: string): number | null {
  if (rules.dailyCap === null || counters.sentToday < rules.dailyCap) return null;
  const now = inZone(nowMs, zone);
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The end of the quiet hours that `nowMs` is in, in the contact's zone; null: it is not in them. They may pass
 * midnight. Where the clock is set forward over their end, they end at the moment after the gap.
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
  // An hour that happens twice can put the end before now; then the second time counts.
  return end > nowMs ? end : nowMs + 60_000;
}

/** The database's clock is finer than a millisecond. */
const inZone = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(zone);
