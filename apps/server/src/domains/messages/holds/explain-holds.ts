import type { Hold } from '@switchyard/contracts/messages/message';
import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import type pg from 'pg';
import { contactZone, type ZoneOfContact } from '../../contacts/index.ts';
import { IN_BROWSER, isProcessOffline, type PresenceLookup, READY_ENGINES, USUAL_ENGINE } from '../../engines/index.ts';
import { countersOf, isKnown, LANE_COLUMNS, type LaneRow, rulesOf } from '../lane/lane-row.ts';
import {
  advance,
  dailyCapUntil,
  newContactsOn,
  ownQuietRules,
  quietUntil,
  restrictionNow,
  untilGapEnds,
  untilToken,
} from '../lane/pacing.ts';
import type { MessageRow } from '../messages.present.ts';
import { CAMPAIGN_HOLD, OVERDUE_HOLD } from './persistent-holds.ts';

/** Maximum rows counted ahead in the lane: counting a million would cost more than it is worth. */
const MAX_COUNTED_AHEAD = 1_000;

/** State of the engine: whether it should run, whether it is connected to WhatsApp, and which process has its lane. */
interface EngineFacts {
  runs: boolean;
  plan_held: boolean;
  is_connected: boolean;
  /** Runs in a member's browser. */
  in_browser: boolean;
  instance_id: string | null;
}
const ENGINE_FACTS = `engines.desired = 'running' as runs, engines.plan_held_at is not null as plan_held, engines.status = 'connected' as is_connected, engines.engine_type = '${IN_BROWSER}' as in_browser, lane.instance_id`;

/** The lane as a claim sees it, and the message's position in it. */
interface LanePosition extends LaneRow, EngineFacts {
  lane_zone: string;
  /** The contact's own zone, if somebody set it. */
  contact_zone: string | null;
  quiet_hours: OwnQuietHours;
  known: boolean;
  ahead: number;
}

const LANE_POSITION = `
  select ${LANE_COLUMNS}, ${ENGINE_FACTS}, workspaces.zone as lane_zone, contacts.zone as contact_zone, contacts.quiet_hours,
    ${isKnown('lane.engine_id', 'm.recipient')} as known,
    (select count(*)::int from (
      select from messages other
      where other.engine_id = m.engine_id and other.status = 'pending' and other.hold_rule is distinct from 'first_contact' and (m.hold_rule is distinct from 'reply' or other.hold_rule = 'reply')
        and other.claimable_at <= now() and (other.claimable_at, other.id) < (m.claimable_at, m.id)
      limit ${MAX_COUNTED_AHEAD}
    ) ahead) as ahead
  from messages m
  join engine_lanes lane on lane.engine_id = m.engine_id
  join engines on engines.id = m.engine_id
  join workspaces on workspaces.id = m.workspace_id
  left join contacts on contacts.workspace_id = m.workspace_id and contacts.mobile = m.recipient
  where m.id = $1`;

/** A send takes seconds; a message that has been sending for longer is blocked by something. */
const MAX_SEND_MS = 20_000;

/** State of a message in `sending`, by the database's clock. */
interface SendingState extends EngineFacts {
  is_live: boolean;
  since_ms: number;
}

const SENDING_STATE = `
  select ${ENGINE_FACTS}, coalesce(lane.expires_at > now() and lane.generation = m.lease_generation, false) as is_live,
    extract(epoch from now() - m.claimed_at)::float8 * 1000 as since_ms
  from messages m join engines on engines.id = m.engine_id join engine_lanes lane on lane.engine_id = m.engine_id
  where m.id = $1`;

/** Explains why a claimed message is not settled yet. Pure. */
export function sendingHolds({
  runs,
  is_live,
  is_connected,
  in_browser,
  since_ms,
}: Omit<SendingState, 'instance_id' | 'plan_held'>): Hold[] {
  const hold = (rule: Hold['rule'], text: string): Hold[] => [{ rule, text, until: null }];
  if (!runs && !is_live) {
    const text =
      'Its connection was stopped while sending. This is settled when the connection runs again, or by you: check the chat.';
    return hold('engine_stopped', text);
  }
  if (!is_live && in_browser) {
    return hold(
      'browser_closed',
      'Your browser closed while sending. This is settled when it’s open again; it can’t arrive twice.',
    );
  }
  if (!is_live) {
    return hold(
      'engine_offline',
      'Its connection went silent while sending. This is settled when the connection runs again; it can’t arrive twice.',
    );
  }
  if (since_ms < MAX_SEND_MS) return [];
  if (!is_connected) return hold('engine_offline', 'Its connection has the message but isn’t connected to WhatsApp.');
  const minutes = Math.floor(since_ms / 60_000);
  const since = minutes < 1 ? 'less than a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return hold(
    'on_its_way',
    `Its engine has had it for ${since}: WhatsApp has not answered, or it waits for an earlier message to the same chat.`,
  );
}

/**
 * Explains why a message is not sent yet: every rule that holds a pending message now, by the rules and clock of the
 * claim; for a message being sent, what it waits for.
 * @param presenceOf looks up the broker's view of an engine's process, which learns of a crash before the lease expires
 * @returns empty if it is settled, is being sent normally, or will be claimed next
 */
export async function explainHolds(
  pool: pg.Pool,
  row: MessageRow,
  presenceOf: PresenceLookup = () => null,
): Promise<Hold[]> {
  const isOnline = ({ instance_id }: EngineFacts) =>
    row.engineId === null || !isProcessOffline(presenceOf(row.engineId), instance_id);
  if (row.status === 'sending') {
    const { rows: found } = await pool.query<SendingState>(SENDING_STATE, [row.id]);
    return found.flatMap((state) => sendingHolds({ ...state, is_live: state.is_live && isOnline(state) }));
  }
  if (row.status !== 'pending') return [];
  const { rows } = await pool.query<LanePosition>(LANE_POSITION, [row.id]);
  const [lane] = rows;
  if (row.goneEngine !== null)
    return [
      {
        rule: 'engine_gone',
        text: `Its number is gone: choose another. It was to go out through ${row.goneEngine}.`,
        until: null,
      },
    ];
  if (row.engineId === null) return missingEngineHolds(pool, row.workspaceId);
  if (!lane) return [{ rule: 'engine_offline', text: 'Its connection hasn’t started yet.', until: null }];
  return holdsOf(row, { ...lane, lease_is_live: lane.lease_is_live && isOnline(lane) });
}

/**
 * Explains why the rule in `choose-number.ts` picks no number. Empty: it will pick one within seconds
 * (`lane/sweep.ts`).
 */
async function missingEngineHolds(pool: pg.Pool, workspaceId: string): Promise<Hold[]> {
  const { rows } = await pool.query<{ engines: number; ready: number; is_picked: boolean; plan_held: boolean }>(
    `with ready as (${READY_ENGINES} and engines.workspace_id = $1)
     select count(*)::int as engines, (select count(*)::int from ready) as ready, (select ${USUAL_ENGINE} from ready) is not null as is_picked,
       coalesce(bool_or(desired = 'running' and plan_held_at is not null), false) as plan_held
     from engines where workspace_id = $1 and active and engine_type in ('session-pod', '${IN_BROWSER}')`,
    [workspaceId],
  );
  const [found] = rows;
  const hold = (rule: Hold['rule'], text: string): Hold[] => [{ rule, text, until: null }];
  if (!found || found.engines === 0) return hold('no_engine', 'The workspace has no connection to send it.');
  if (found.is_picked) return [];
  if (found.ready > 1)
    return hold('number_unchosen', 'Several numbers could send it and none is the default. Choose one.');
  if (found.plan_held) return hold('plan', BEYOND_PLAN);
  return hold('numbers_stopped', 'All numbers are stopped. It waits until one is started.');
}

const BEYOND_PLAN = 'Your plan allows fewer connections than you have. It waits until you upgrade.';

const ZONE_ORIGINS = { contact: '', number: ', based on the number', workspace: ', assumed' } as const;
const untilQuietEnds = ({ zone, source }: ZoneOfContact): string =>
  `It waits for the end of quiet hours (${zone}${ZONE_ORIGINS[source]}).`;

/** The holds of a pending message in its lane. Pure. */
export function holdsOf(
  row: Pick<MessageRow, 'claimableAt' | 'dueAt' | 'holdRule' | 'inDoubt' | 'quietExempt' | 'recipient'>,
  lane: LanePosition,
): Hold[] {
  const holds: Hold[] = [];
  const nowMs = lane.now_ms;
  const hold = (rule: Hold['rule'], text: string, untilMs: number | null) =>
    holds.push({ rule, text, until: untilMs === null ? null : new Date(untilMs).toISOString() });
  const rules = rulesOf(lane);
  const counters = advance(rules, countersOf(lane), nowMs);
  const recipientZone = contactZone({ zone: lane.contact_zone, mobile: row.recipient }, lane.lane_zone);

  if (row.inDoubt) {
    const text =
      'WhatsApp may already have it: an earlier attempt got no answer. It’s retried under the same id, so it can’t arrive twice.';
    hold('in_doubt', text, null);
  }
  if (!lane.runs)
    hold('engine_stopped', 'Its connection was stopped. It waits until the connection is started again.', null);
  else if (lane.in_browser && !lane.lease_is_live)
    hold(
      'browser_closed',
      'Your browser is closed, or the extension is paused there. It waits until WhatsApp Web is open.',
      null,
    );
  else if (lane.in_browser && !lane.is_connected)
    hold('browser_closed', 'WhatsApp Web isn’t open or isn’t connected in your browser. It waits until it is.', null);
  else if (!lane.lease_is_live) hold('engine_offline', 'Its connection isn’t running or can’t reach the server.', null);
  else if (!lane.is_connected) hold('engine_offline', 'Its connection isn’t connected to WhatsApp.', null);
  if (lane.plan_held) hold('plan', BEYOND_PLAN, null);
  const claimableMs = row.claimableAt.getTime();
  if (claimableMs > nowMs) {
    if (row.holdRule === 'retry_backoff')
      hold('retry_backoff', 'WhatsApp refused it for now; it will be retried.', claimableMs);
    else if (row.holdRule === 'quiet_hours') hold('quiet_hours', untilQuietEnds(recipientZone), claimableMs);
    else if (row.holdRule === CAMPAIGN_HOLD)
      hold('campaign_paused', 'Its campaign is paused or only sends at other hours.', null);
    else if (row.holdRule === OVERDUE_HOLD)
      hold('overdue', 'It’s more than an hour late because it couldn’t be sent. Decide whether to send it.', null);
    else hold('not_due', 'It isn’t due yet.', claimableMs);
    // Other holds at that time cannot be known yet.
    return holds;
  }

  const restricted = restrictionNow(rules, nowMs);
  if (restricted === 'all')
    hold('restricted', 'WhatsApp has restricted this number; nothing is sent.', rules.restrictedUntilMs);
  if (restricted === 'new' && !lane.known) {
    hold('restricted', 'WhatsApp has restricted this number; new contacts are held.', rules.restrictedUntilMs);
  }
  const capUntil = dailyCapUntil(rules, counters, nowMs, lane.lane_zone);
  if (capUntil !== null) hold('daily_cap', `The daily limit of ${rules.dailyCap} messages is reached.`, capUntil);
  const quiet = row.quietExempt
    ? null
    : quietUntil(ownQuietRules(lane.quiet_hours) ?? rules, nowMs, recipientZone.zone);
  if (quiet !== null) hold('quiet_hours', untilQuietEnds(recipientZone), quiet);
  const isReply = row.holdRule === 'reply';
  const [perMinute = null, tokens = 0] = isReply
    ? [rules.repliesPerMinute, counters.replyTokens]
    : lane.known
      ? [rules.knownPerMinute, counters.knownTokens]
      : [rules.newPerMinute, counters.newTokens];
  const tokenIn = untilToken(perMinute, tokens);
  if (tokenIn !== 0) {
    const newContacts = lane.known || !rules.warmUp ? null : newContactsOn(rules.warmUp.daysWorked);
    const text =
      newContacts === null
        ? `Its number sends ${perMinute} a minute ${isReply ? 'to contacts who wrote recently' : lane.known ? 'to known contacts' : 'to new contacts'}.`
        : `This new number is warming up: today it messages about ${newContacts} new people.`;
    hold('pacing', text, tokenIn === null ? null : nowMs + tokenIn);
  }
  const gapIn = isReply ? 0 : untilGapEnds(rules, counters, nowMs);
  if (gapIn > 0 && rules.gap) {
    const [from, to] = [rules.gap.fromMs / 1_000, rules.gap.toMs / 1_000];
    const seconds = from === to ? (from === 1 ? '1 second' : `${from} seconds`) : `${from} to ${to} seconds`;
    hold('gap', `Its number waits ${seconds} between messages.`, nowMs + gapIn);
  }
  if (lane.ahead > 0) {
    const count = lane.ahead >= MAX_COUNTED_AHEAD ? `${MAX_COUNTED_AHEAD} or more` : String(lane.ahead);
    hold('queue_ahead', `${count} earlier ${lane.ahead === 1 ? 'message is' : 'messages are'} sent first.`, null);
  }
  return holds;
}
