import type pg from 'pg';
import { NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { type LaneRow, rulesOf } from './lane-row.ts';
import { dailyCapUntil, type LaneRules, quietUntil, restrictionNow } from './pacing.ts';

/** Rows of each line that one claim looks at; it is asked for again at once while there are more. */
const LOOK_AT = 1_000;

/** What {@link holdOverdue} must know of a lane: columns of `engine_lanes lane` and `workspaces`. */
export const OUT_COLUMNS = `extract(epoch from lane.out_since)::float8 * 1000 as out_since_ms, workspaces.zone,
  coalesce((select days.sent from engine_days days
    where days.engine_id = lane.engine_id and days.day = (lane.out_since at time zone workspaces.zone)::date), 0) as sent_on_last_day`;

export interface LaneOut {
  /** Null: it has been working. */
  out_since_ms: number | null;
  /** The workspace's. */
  zone: string;
  /** What the day counted on which the outage began. */
  sent_on_last_day: number;
}

/**
 * Since when a lane would have sent if it had worked (ms since 1970): from the outage on, or from the end of what held
 * all of it then. Pure.
 * @returns null: nothing would have gone out at all
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
 * Rows of both lines that may be overdue. In doubt is settled under its id, whatever the hour. Parameters: $1 engine
 * id, $2 ms since 1970.
 */
const MAY_BE_LATE = (line: string) =>
  `select id, claimable_at, recipient, workspace_id, quiet_exempt from messages
   where engine_id = $1 and status = 'pending' and ${line} and not in_doubt and claimable_at <= to_timestamp($2::float8 / 1000)`;
const LINES = [`hold_rule is distinct from 'first_contact'`, `hold_rule = 'first_contact'`].map(MAY_BE_LATE);

const LOOK = LINES.map(
  (line) => `select head.id, head.quiet_exempt, extract(epoch from head.claimable_at)::float8 * 1000 as claimable_ms,
      coalesce(contacts.zone, workspaces.zone) as zone
    from (${line} order by claimable_at, id limit ${LOOK_AT} for update skip locked) head
    join workspaces on workspaces.id = head.workspace_id
    left join contacts on contacts.workspace_id = head.workspace_id and contacts.mobile = head.recipient`,
);

const IS_ANY_LEFT = `select ${LINES.map((line) => `exists (${line})`).join(' or ')} as is_left`;

/**
 * Of a lane that works again: what an outage of more than an hour has kept for more than an hour is not sent as if
 * nothing had been, but held with the rule `overdue`, at the end of the line. What quiet hours would have kept anyway
 * is put off to their end, as the claim does. The caller holds the lane's lock.
 * @returns false: there may be more; nothing may be claimed yet
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

/** @returns whether some may be left */
async function holdLate(client: pg.PoolClient, engineId: string, rules: LaneRules, latestMs: number): Promise<boolean> {
  const overdue: string[] = [];
  const quiet: { id: string; untilMs: number }[] = [];
  for (const text of LOOK) {
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

/** Keeps messages until the quiet hours of their recipients end. */
export async function holdForQuiet(client: pg.PoolClient, quiet: readonly { id: string; untilMs: number }[]) {
  if (quiet.length === 0) return;
  await client.query(
    `update messages m set hold_rule = 'quiet_hours', claimable_at = to_timestamp(held.until_ms / 1000)
     from unnest($1::uuid[], $2::float8[]) as held (id, until_ms) where m.id = held.id`,
    [quiet.map((one) => one.id), quiet.map((one) => one.untilMs)],
  );
}
