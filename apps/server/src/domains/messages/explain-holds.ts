import type { Hold } from '@switchyard/contracts/message';
import type pg from 'pg';
import { countersOf, LANE_COLUMNS, type LaneRow, rulesOf } from './lane/lane-row.ts';
import { advance, dailyCapUntil, quietUntil, restrictionNow, untilToken } from './lane/pacing.ts';
import type { MessageRow } from './messages.present.ts';

/** Rows ahead in the lane are counted up to here only: counting a million would cost more than it tells. */
const COUNT_AHEAD = 1_000;

/** The lane as the claim sees it, and where the message stands in it. */
interface Situation extends LaneRow {
  lane_zone: string;
  contact_zone: string;
  known: boolean;
  ahead: number;
}

const SITUATION = `
  select ${LANE_COLUMNS}, workspaces.zone as lane_zone, coalesce(contacts.zone, workspaces.zone) as contact_zone,
    exists (select from engine_recipients r where r.engine_id = lane.engine_id and r.recipient = m.recipient) as known,
    (select count(*)::int from (
      select from messages other
      where other.engine_id = m.engine_id and other.status = 'pending' and other.hold_rule is distinct from 'first_contact'
        and other.claimable_at <= now() and (other.claimable_at, other.id) < (m.claimable_at, m.id)
      limit ${COUNT_AHEAD}
    ) ahead) as ahead
  from messages m
  join engine_lanes lane on lane.engine_id = m.engine_id
  join workspaces on workspaces.id = m.workspace_id
  left join contacts on contacts.workspace_id = m.workspace_id and contacts.mobile = m.recipient
  where m.id = $1`;

/**
 * "Why not sent yet?": every rule that keeps a pending message from going out now, by the same rules and clock that the claim uses.
 * @returns empty unless the message is pending; also empty for one that the lane will take with its next claim.
 */
export async function explainHolds(pool: pg.Pool, row: MessageRow): Promise<Hold[]> {
  if (row.status !== 'pending') return [];
  const { rows } = await pool.query<Situation>(SITUATION, [row.id]);
  const [lane] = rows;
  if (row.engineId === null)
    return [{ rule: 'no_engine', text: 'The workspace has no engine to send it.', until: null }];
  if (!lane) return [{ rule: 'engine_offline', text: 'Its engine has not started yet.', until: null }];
  return holdsOf(row, lane);
}

/** The holds of a message in a situation. Pure. */
export function holdsOf(row: Pick<MessageRow, 'claimableAt' | 'dueAt' | 'holdRule'>, lane: Situation): Hold[] {
  const holds: Hold[] = [];
  const nowMs = lane.now_ms;
  const hold = (rule: Hold['rule'], text: string, untilMs: number | null) =>
    holds.push({ rule, text, until: untilMs === null ? null : new Date(untilMs).toISOString() });
  const rules = rulesOf(lane);
  const counters = advance(rules, countersOf(lane), nowMs, lane.lane_zone);

  if (!lane.lease_is_live) hold('engine_offline', 'Its engine is not running or not connected to the server.', null);
  const claimableMs = row.claimableAt.getTime();
  if (claimableMs > nowMs) {
    if (row.holdRule === 'retry_backoff')
      hold('retry_backoff', 'WhatsApp refused it for now; it is tried again.', claimableMs);
    else if (row.holdRule === 'quiet_hours')
      hold('quiet_hours', `It waits for the end of quiet hours (${lane.contact_zone}).`, claimableMs);
    else hold('not_due', 'It is not due yet.', claimableMs);
    // What else may hold it then is not known now.
    return holds;
  }

  const restricted = restrictionNow(rules, nowMs);
  if (restricted === 'all')
    hold('restricted', 'WhatsApp has restricted this number; nothing goes out.', rules.restrictedUntilMs);
  if (restricted === 'new' && !lane.known) {
    hold('restricted', 'WhatsApp has restricted this number; first contacts wait.', rules.restrictedUntilMs);
  }
  const capUntil = dailyCapUntil(rules, counters, nowMs, lane.lane_zone);
  if (capUntil !== null) hold('daily_cap', `The daily limit of ${rules.dailyCap} messages is reached.`, capUntil);
  const quiet = quietUntil(rules, nowMs, lane.contact_zone);
  if (quiet !== null) hold('quiet_hours', `It waits for the end of quiet hours (${lane.contact_zone}).`, quiet);
  const [perMinute, tokens] = lane.known
    ? [rules.knownPerMinute, counters.knownTokens]
    : [rules.newPerMinute, counters.newTokens];
  const tokenIn = untilToken(perMinute, tokens);
  if (tokenIn !== 0) {
    const whom = lane.known ? 'known contacts' : 'first contacts';
    hold('pacing', `The engine sends ${perMinute} a minute to ${whom}.`, tokenIn === null ? null : nowMs + tokenIn);
  }
  if (lane.ahead > 0) {
    const many = lane.ahead >= COUNT_AHEAD ? `${COUNT_AHEAD} or more` : String(lane.ahead);
    hold('queue_ahead', `${many} earlier ${lane.ahead === 1 ? 'message goes' : 'messages go'} out first.`, null);
  }
  return holds;
}
