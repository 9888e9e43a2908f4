import { type LaneCounters, type LaneRules, WARM_UP_DAYS, warmingUp } from './pacing.ts';

/**
 * Whether this engine has written to this recipient before; a group, in which its account is a member, is never a first
 * contact. SQL expressions.
 */
export const isKnown = (engineId: string, recipient: string): string =>
  `(${recipient} like '%@g.us' or exists (select from engine_recipients r where r.engine_id = ${engineId} and r.recipient = ${recipient}))`;

/**
 * What a lane has of its own outranks what its workspace says. An SQL expression over `engine_lanes lane` and
 * `workspaces`.
 */
const quiet = (end: 'from' | 'to'): string =>
  `case when not lane.quiet_off then coalesce(lane.quiet_${end}, workspaces.quiet_hours ->> '${end}') end as quiet_${end}`;

/** Columns of `engine_lanes lane` and `workspaces` that make a {@link LaneRow}; times as milliseconds since 1970. */
export const LANE_COLUMNS = `lane.known_per_minute, lane.new_per_minute, lane.burst, lane.known_tokens, lane.new_tokens,
  lane.daily_cap, ${quiet('from')}, ${quiet('to')}, lane.restriction_scope, lane.first_contacts_aside, lane.warm_up,
  lane.replies_per_minute, lane.reply_tokens, lane.gap_from_seconds, lane.gap_to_seconds, extract(epoch from lane.next_send_at)::float8 * 1000 as next_send_at_ms,
  (select count(*)::int from (select from engine_days days where lane.warm_up and days.engine_id = lane.engine_id
    and days.day < (now() at time zone workspaces.zone)::date limit ${WARM_UP_DAYS}) worked) as days_worked,
  coalesce((select days.sent from engine_days days
    where days.engine_id = lane.engine_id and days.day = (now() at time zone workspaces.zone)::date), 0) as sent_today,
  (select count(*)::int from messages under_way where under_way.engine_id = lane.engine_id and under_way.status = 'sending') as under_way,
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
  /** Claimed and not settled: they will count for the day, or come back. */
  under_way: number;
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
  /** Before today, as far as it matters to one that warms up. */
  days_worked: number;
  refilled_at_ms: number;
  restricted_until_ms: number | null;
  lease_is_live: boolean;
  now_ms: number;
}

/** A lane's limits and restriction, as `pacing.ts` takes them. */
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

/** A lane's tokens, and what the day counts: sent and under way. */
export const countersOf = (row: LaneRow): LaneCounters => ({
  knownTokens: row.known_tokens,
  newTokens: row.new_tokens,
  replyTokens: row.reply_tokens,
  nextSendAtMs: row.next_send_at_ms,
  refilledAtMs: row.refilled_at_ms,
  sentToday: row.sent_today + row.under_way,
});
