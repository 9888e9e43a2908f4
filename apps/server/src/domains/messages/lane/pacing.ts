import type { OwnQuietHours } from '@switchyard/contracts/quiet-hours';
import { Temporal } from 'temporal-polyfill';

/**
 * The rules that hold a lane back, as pure functions of the database's clock. The claim obeys them and "why not sent yet?" tells them: both from
 * here. Times are milliseconds since 1970; null limits mean "none".
 */
export interface LaneRules {
  knownPerMinute: number | null;
  newPerMinute: number | null;
  /** The most tokens a bucket keeps. */
  burst: number;
  dailyCap: number | null;
  /** Local hours, `HH:mm`; both or neither. */
  quietFrom: string | null;
  quietTo: string | null;
  restrictionScope: 'new' | 'all' | null;
  /** Null with a scope: until further notice. */
  restrictedUntilMs: number | null;
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
  refilledAtMs: number;
  /** Messages that the day of the workspace's zone has seen go out, those under way included. */
  sentToday: number;
}

/** The counters brought to `nowMs`: buckets refilled. */
export function advance(rules: LaneRules, counters: LaneCounters, nowMs: number): LaneCounters {
  const minutes = Math.max(0, nowMs - counters.refilledAtMs) / 60_000;
  return {
    knownTokens: refill(counters.knownTokens, rules.knownPerMinute, minutes, rules.burst),
    newTokens: refill(counters.newTokens, rules.newPerMinute, minutes, rules.burst),
    refilledAtMs: Math.max(nowMs, counters.refilledAtMs),
    sentToday: counters.sentToday,
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

/** What the restriction holds now. A restriction whose time has passed holds nothing. */
export function restrictionNow(rules: LaneRules, nowMs: number): 'new' | 'all' | null {
  if (rules.restrictionScope === null) return null;
  return rules.restrictedUntilMs !== null && rules.restrictedUntilMs <= nowMs ? null : rules.restrictionScope;
}

/** When today's cap no longer counts, if it holds now: the start of the next day in the workspace's zone. Null: it does not hold. */
export function dailyCapUntil(rules: LaneRules, counters: LaneCounters, nowMs: number, zone: string): number | null {
  if (rules.dailyCap === null || counters.sentToday < rules.dailyCap) return null;
  const now = inZone(nowMs, zone);
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The end of the quiet hours that `nowMs` is in, in the contact's zone; null: it is not in them. They may pass midnight. Where the clock is set
 * forward over their end, they end at the moment after the gap.
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
