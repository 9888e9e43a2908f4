import { type LaneCounters, type LaneRules, WARM_UP_DAYS, warmingUp } from './pacing.ts';

/**
 * SQL: whether this engine has written to this recipient before. A group is never a first contact, since the engine's
 * account is a member.
 */
export const isKnown = (engineId: string, recipient: string): string =>
  `(${recipient} like '%@g.us' or exists (select from engine_recipients r where r.engine_id = ${engineId} and r.recipient = ${recipient}))`;

/** SQL over `engine_lanes lane` and `workspaces`: the lane's own quiet hours, else the workspace's. */
const quiet = (end: 'from' | 'to'): string =>
  `case when not lane.quiet_off then coalesce(lane.quiet_${end}, workspaces.quiet_hours ->> '${end}') end as quiet_${end}`;

/** Columns of `engine_lanes lane` and `workspaces` for a {@link LaneRow}; times in milliseconds since 1970. */
export const LANE_COLUMNS = `lane.known_per_minute, lane.new_per_minute, lane.burst, lane.known_tokens, lane.new_tokens,
  lane.daily_cap, ${quiet('from')}, ${quiet('to')}, lane.restriction_scope, lane.first_contacts_aside, lane.warm_up,
  lane.replies_per_minute, lane.reply_tokens, lane.gap_from_seconds, lane.gap_to_seconds, extract(epoch from lane.next_send_at)::float8 * 1000 as next_send_at_ms,
  (select count(*)::int from (select from engine_days days where lane.warm_up and days.engine_id = lane.engine_id
    and days.day < (now() at time zone workspaces.zone)::date limit ${WARM_UP_DAYS}) worked) as days_worked,
  coalesce((select days.sent from engine_days days
    where days.engine_id = lane.engine_id and days.day = (now() at time zone workspaces.zone)::date), 0) as sent_today,
  (select count(*)::int from messages in_flight where in_flight.engine_id = lane.engine_id and in_flight.status = 'sending') as in_flight,
  extract(epoch from lane.refilled_at)::float8 * 1000 as refilled_at_ms,
  extract(epoch from lane.restricted_until)::float8 * 1000 as restricted_until_ms,
  coalesce(lane.expires_at > now(), false) as lease_is_live,
  extract(epoch from now())::float8 * 1000 as now_ms`;

export interface LaneRow {
  known_per_minute: number | null;
  new_per_minute: number | null;
  burst: number;
  known_tokens: number;
  new_tokens: number;
  daily_cap: number | null;
  sent_today: number;
  /** Claimed and not settled: they will count for the day or return to the lane. */
  in_flight: number;
  quiet_from: string | null;
  quiet_to: string | null;
  restriction_scope: 'new' | 'all' | null;
  first_contacts_aside: boolean;
  warm_up: boolean;
  replies_per_minute: number | null;
  reply_tokens: number;
  gap_from_seconds: number | null;
  gap_to_seconds: number | null;
  next_send_at_ms: number | null;
  /** Days worked before today, counted up to the end of the warm-up. */
  days_worked: number;
  refilled_at_ms: number;
  restricted_until_ms: number | null;
  lease_is_live: boolean;
  now_ms: number;
}

/** A lane's limits and restriction as rules for `pacing.ts`. */
export const rulesOf = (row: LaneRow): LaneRules => {
  const rules: LaneRules = {
    knownPerMinute: row.known_per_minute,
    newPerMinute: row.new_per_minute,
    burst: row.burst,
    dailyCap: row.daily_cap,
    quietFrom: row.quiet_from,
    quietTo: row.quiet_to,
    restrictionScope: row.restriction_scope,
    restrictedUntilMs: row.restricted_until_ms,
    repliesPerMinute: row.replies_per_minute,
    gap:
      row.gap_from_seconds === null || row.gap_to_seconds === null
        ? null
        : { fromMs: row.gap_from_seconds * 1_000, toMs: row.gap_to_seconds * 1_000 },
  };
  return row.warm_up ? warmingUp(rules, row.days_worked) : rules;
};

/** A lane's tokens, and the day's count: sent and in flight. */
export const countersOf = (row: LaneRow): LaneCounters => ({
  knownTokens: row.known_tokens,
  newTokens: row.new_tokens,
  replyTokens: row.reply_tokens,
  nextSendAtMs: row.next_send_at_ms,
  refilledAtMs: row.refilled_at_ms,
  sentToday: row.sent_today + row.in_flight,
});
