import type pg from 'pg';
import { NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { type LaneRow, rulesOf } from './lane-row.ts';
import { dailyCapUntil, type LaneRules, quietUntil, restrictionNow } from './pacing.ts';

/** Maximum rows per line examined by a claim; while there are more, the lane asks again at once. */
const MAX_EXAMINED = 1_000;

/** Columns needed by {@link holdOverdue}, from `engine_lanes lane` and `workspaces`. */
export const OUT_COLUMNS = `extract(epoch from lane.out_since)::float8 * 1000 as out_since_ms, workspaces.zone,
  coalesce((select days.sent from engine_days days
    where days.engine_id = lane.engine_id and days.day = (lane.out_since at time zone workspaces.zone)::date), 0) as sent_on_last_day`;

export interface LaneOut {
  /** Null: the lane has been working. */
  out_since_ms: number | null;
  /** The workspace's zone. */
  zone: string;
  /** Messages sent on the day the outage began. */
  sent_on_last_day: number;
}

/**
 * The time (ms since 1970) from which the lane would have sent if it had worked: the start of the outage, or the end of
 * a rule that held everything then. Pure.
 * @returns null if nothing would have been sent at all
 */
function missedSince(rules: LaneRules, outSinceMs: number, sentOnLastDay: number, zone: string): number | null {
  const restricted = restrictionNow(rules, outSinceMs) === 'all';
  if (restricted && rules.restrictedUntilMs === null) return null;
  const counters = { knownTokens: 0, newTokens: 0, refilledAtMs: outSinceMs, sentToday: sentOnLastDay };
  const capUntil = dailyCapUntil(rules, counters, outSinceMs, zone);
  return Math.max(outSinceMs, capUntil ?? 0, (restricted && rules.restrictedUntilMs) || 0);
}

interface Late {
  id: string;
  claimable_ms: number;
  quiet_exempt: boolean;
  zone: string;
}

/**
 * Rows of a line that may be overdue. Rows in doubt are settled under their ids whatever the time. Parameters: $1
 * engine id, $2 ms since 1970.
 */
const LATE_ROWS = (line: string) =>
  `select id, claimable_at, recipient, workspace_id, quiet_exempt from messages
   where engine_id = $1 and status = 'pending' and ${line} and not in_doubt and claimable_at <= to_timestamp($2::float8 / 1000)`;
const LINES = [`hold_rule is distinct from 'first_contact'`, `hold_rule = 'first_contact'`].map(LATE_ROWS);

const EXAMINE = LINES.map(
  (line) => `select head.id, head.quiet_exempt, extract(epoch from head.claimable_at)::float8 * 1000 as claimable_ms,
      coalesce(contacts.zone, workspaces.zone) as zone
    from (${line} order by claimable_at, id limit ${MAX_EXAMINED} for update skip locked) head
    join workspaces on workspaces.id = head.workspace_id
    left join contacts on contacts.workspace_id = head.workspace_id and contacts.mobile = head.recipient`,
);

const IS_ANY_LEFT = `select ${LINES.map((line) => `exists (${line})`).join(' or ')} as is_left`;

/**
 * For a lane that works again: messages that an outage of more than an hour delayed by more than an hour are not sent
 * as if nothing had happened, but held by the rule `overdue` at the end of the line. Messages that quiet hours would
 * have held anyway are postponed to their end, as in a claim. The caller holds the lane's lock.
 * @returns false if there may be more; nothing may be claimed yet
 */
export async function holdOverdue(client: pg.PoolClient, engineId: string, lane: LaneRow & LaneOut): Promise<boolean> {
  if (lane.out_since_ms === null) return true;
  const rules = rulesOf(lane);
  const sinceMs = missedSince(rules, lane.out_since_ms, lane.sent_on_last_day, lane.zone);
  const latestMs = lane.now_ms - OVERDUE_AFTER_MS;
  if (sinceMs !== null && sinceMs <= latestMs && (await holdLate(client, engineId, rules, latestMs))) return false;
  await client.query('update engine_lanes set out_since = null where engine_id = $1', [engineId]);
  return true;
}

/** @returns whether more rows may be left */
async function holdLate(client: pg.PoolClient, engineId: string, rules: LaneRules, latestMs: number): Promise<boolean> {
  const overdue: string[] = [];
  const quiet: { id: string; untilMs: number }[] = [];
  for (const text of EXAMINE) {
    const { rows } = await client.query<Late>(text, [engineId, latestMs]);
    for (const { id, claimable_ms, quiet_exempt, zone } of rows) {
      const untilMs = quiet_exempt ? null : quietUntil(rules, claimable_ms, zone);
      if (untilMs !== null && untilMs > latestMs) quiet.push({ id, untilMs });
      else overdue.push(id);
    }
  }
  await client.query(
    `update messages set hold_rule = '${OVERDUE_HOLD}', claimable_at = '${NEVER}' where id = any ($1::uuid[])`,
    [overdue],
  );
  await holdForQuiet(client, quiet);
  const { rows } = await client.query<{ is_left: boolean }>(IS_ANY_LEFT, [engineId, latestMs]);
  return rows[0]?.is_left ?? false;
}

/** Holds messages until their recipients' quiet hours end. */
export async function holdForQuiet(client: pg.PoolClient, quiet: readonly { id: string; untilMs: number }[]) {
  if (quiet.length === 0) return;
  await client.query(
    `update messages m set hold_rule = 'quiet_hours', claimable_at = to_timestamp(held.until_ms / 1000)
     from unnest($1::uuid[], $2::float8[]) as held (id, until_ms) where m.id = held.id`,
    [quiet.map(({ id }) => id), quiet.map(({ untilMs }) => untilMs)],
  );
}
