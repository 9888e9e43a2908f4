import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import type pg from 'pg';
import { contactZone } from '../../contacts/index.ts';
import { type EngineIdentity, FENCE, fenceError, LEASE } from '../../engines/index.ts';
import type { ChangedRow } from '../messages.events.ts';
import { atMostPoll, type Claim } from './claim-answer.ts';
import { holdForQuiet, holdOverdue, type LaneOut, OUT_COLUMNS } from './hold-overdue.ts';
import { countersOf, isKnown, LANE_COLUMNS, type LaneRow, rulesOf } from './lane-row.ts';
import { OUTGOING_COLUMNS, type OutgoingRow, toOutgoing } from './outgoing.ts';
import {
  advance,
  allowance,
  dailyCapUntil,
  type LaneCounters,
  type LaneRules,
  ownQuietRules,
  restrictionNow,
  untilGapEnds,
  untilToken,
} from './pacing.ts';
import { type Candidate, type Choice, pickMessages } from './pick-messages.ts';

/**
 * Maximum rows of the main line examined by a claim. Each is sent, moved aside or ends the scan, so no row is examined
 * twice in vain.
 */
const MAX_EXAMINED = 200;

type DatedCandidate = Candidate & { claimable_at_us: string };
/** A row as read: zone and quiet hours are those set on its contact, if there is one. */
type ExaminedRow = Omit<DatedCandidate, 'zone' | 'ownQuiet'> & {
  mobile: string;
  zone: string | null;
  quiet_hours: OwnQuietHours;
};

/**
 * Claims messages of a lane with rules. The cost is bounded by `MAX_EXAMINED` and the limit, never by the backlog: a
 * row held by a rule leaves the head of the line when first met (quiet hours: until their end; first contacts: to a
 * line of their own).
 * @throws 409 `LEASE_LOST`, 401; nothing has been changed then
 */
export async function claimPaced(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, limit }: { generation: number; limit: number },
): Promise<Claim> {
  const client = await pool.connect();
  let claimed: Claim | null;
  try {
    await client.query('begin');
    claimed = await claimIn(client, identity, generation, limit);
    await client.query('commit');
  } catch (error) {
    // A connection that failed midway is discarded; closing it rolls back.
    client.release(true);
    throw error;
  }
  client.release();
  if (claimed === null) throw await fenceError(pool, identity);
  return claimed;
}

async function claimIn(
  client: pg.PoolClient,
  identity: EngineIdentity,
  generation: number,
  limit: number,
): Promise<Claim | null> {
  const { engineId } = identity;
  const lane = await lockLane(client, identity, generation);
  if (!lane) return null;
  const nothing = { workspaceId: lane.workspace_id, messages: [], changed: [], moreInDoubt: false };
  if (!lane.runs) return { ...nothing, nextInMs: null };
  if (!(await holdOverdue(client, engineId, lane))) return { ...nothing, nextInMs: IDLE_MS };
  const nowMs = lane.now_ms;
  const rules = rulesOf(lane);
  const counters = advance(rules, countersOf(lane), nowMs);
  const restricted = restrictionNow(rules, nowMs);
  const capUntil = dailyCapUntil(rules, counters, nowMs, lane.zone);

  if (restricted === 'all' || capUntil !== null) {
    await storeLane(client, engineId, counters, null, lane.first_contacts_aside);
    const until = restricted === 'all' ? rules.restrictedUntilMs : capUntil;
    return { ...nothing, nextInMs: atMostPoll(until === null ? null : Math.max(1, until - nowMs)) };
  }

  const knownAllowance = allowance(rules.knownPerMinute, counters.knownTokens);
  const newAllowance = restricted === 'new' ? 0 : allowance(rules.newPerMinute, counters.newTokens);
  const replyAllowance = allowance(rules.repliesPerMinute ?? null, counters.replyTokens ?? 0);
  const inGap = untilGapEnds(rules, counters, nowMs) > 0;
  const replies = replyAllowance > 0 ? await readHead(client, lane, 'replies', Math.min(replyAllowance, limit)) : [];
  const aside =
    lane.first_contacts_aside && newAllowance > 0 && !inGap
      ? await readHead(client, lane, 'aside', Math.min(newAllowance, limit))
      : [];
  const main =
    (knownAllowance > 0 || newAllowance > 0) && !inGap
      ? await readHead(client, lane, 'main', Math.max(limit, MAX_EXAMINED))
      : [];
  // Replies first: their recipients are waiting for an answer.
  const inOrder = [...replies, ...[...aside, ...main].sort(byDue)];
  const choice = pickMessages(inOrder, rules, counters, nowMs, limit);

  const rows = await take(client, choice.send, generation);
  await moveHeld(client, choice);
  const remaining: LaneCounters = {
    ...counters,
    knownTokens: counters.knownTokens - (rules.knownPerMinute === null ? 0 : choice.known),
    newTokens: counters.newTokens - (rules.newPerMinute === null ? 0 : choice.fresh),
    replyTokens: (counters.replyTokens ?? 0) - (rules.repliesPerMinute ? choice.replies : 0),
    nextSendAtMs: choice.known + choice.fresh > 0 ? gapEnd(rules, nowMs) : (counters.nextSendAtMs ?? null),
    sentToday: counters.sentToday + choice.send.length,
  };
  const heads = await readLineHeads(client, engineId);
  await storeLane(client, engineId, remaining, restricted, heads.aside);
  return {
    ...nothing,
    messages: rows.map(toOutgoing),
    changed: rows,
    nextInMs: atMostPoll(msUntilNext(rules, remaining, restricted, heads, choice, nowMs, lane.zone)),
  };
}

/** Draws a new random gap, evenly distributed. Null: the lane has no gaps. */
const gapEnd = ({ gap }: LaneRules, nowMs: number): number | null =>
  gap ? nowMs + gap.fromMs + Math.random() * (gap.toMs - gap.fromMs) : null;

type LockedLane = LaneRow & LaneOut & { engine_id: string; workspace_id: string; zone: string; runs: boolean };

async function lockLane(
  client: pg.PoolClient,
  identity: EngineIdentity,
  generation: number,
): Promise<LockedLane | null> {
  const { rows } = await client.query<LockedLane>({
    name: 'paced_lane',
    text: `update engine_lanes lane set expires_at = now() + ${LEASE}
      from engines join workspaces on workspaces.id = engines.workspace_id
      where engines.id = $1 and ${FENCE}
      returning ${LANE_COLUMNS}, ${OUT_COLUMNS}, lane.engine_id, engines.workspace_id, workspaces.zone, engines.desired = 'running' and engines.plan_held_at is null as runs`,
    values: [identity.engineId, generation, identity.tokenVersion],
  });
  return rows[0] ?? null;
}

/** Reads and locks the head of a line. Rows locked by a concurrent edit are skipped. */
async function readHead(
  client: pg.PoolClient,
  { engine_id: engineId, zone: workspaceZone, quiet_from }: LockedLane,
  line: keyof typeof LINE,
  limit: number,
): Promise<DatedCandidate[]> {
  const { rows } = await client.query<ExaminedRow>({
    name: `paced_look_${line}`,
    text: `select head.id, head.aside, head.reply, head.quiet_exempt, head.claimable_at_us,
        ${isKnown('$1', 'head.recipient')} as known,
        head.recipient as mobile, contacts.zone, contacts.quiet_hours
      from (
        select id, recipient, workspace_id, quiet_exempt, ${line === 'aside'} as aside, ${line === 'replies'} as reply, (extract(epoch from claimable_at) * 1000000)::bigint as claimable_at_us
        from messages where engine_id = $1 and status = 'pending' and ${LINE[line]} and claimable_at <= now()
        order by claimable_at, id limit $2 for update skip locked
      ) head
      left join contacts on contacts.workspace_id = head.workspace_id and contacts.mobile = head.recipient
      order by head.claimable_at_us, head.id`,
    values: [engineId, limit],
  });
  return rows.map(({ mobile, zone, quiet_hours, ...row }) => {
    const ownQuiet = ownQuietRules(quiet_hours);
    // Only quiet hours need the zone; deriving one from a number costs a parse.
    const hasHours = (ownQuiet?.quietFrom ?? quiet_from) !== null;
    return { ...row, ownQuiet, zone: hasHours ? contactZone({ zone, mobile }, workspaceZone).zone : workspaceZone };
  });
}

const LINE = {
  main: `hold_rule is distinct from 'first_contact' and hold_rule is distinct from 'reply'`,
  aside: `hold_rule = 'first_contact'`,
  replies: `hold_rule = 'reply'`,
} as const;

function byDue(a: DatedCandidate, b: DatedCandidate): number {
  const difference = BigInt(a.claimable_at_us) - BigInt(b.claimable_at_us);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

async function take(client: pg.PoolClient, ids: string[], generation: number): Promise<(OutgoingRow & ChangedRow)[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<OutgoingRow & ChangedRow>({
    name: 'paced_take',
    text: `update messages m set status = 'sending', lease_generation = $2, claimed_at = now(), attempt = m.attempt + 1, tries = m.tries + 1,
        hold_rule = null, version = m.version + 1, updated_at = now()
      from unnest($1::uuid[]) with ordinality as chosen (id, place) where m.id = chosen.id
      returning ${OUTGOING_COLUMNS}, chosen.place`,
    values: [ids, generation],
  });
  const place = new Map(ids.map((id, at) => [id, at]));
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

async function moveHeld(client: pg.PoolClient, { quiet, toAside, toMain }: Choice): Promise<void> {
  await holdForQuiet(client, quiet);
  if (toAside.length > 0) {
    await client.query(`update messages set hold_rule = 'first_contact' where id = any ($1::uuid[])`, [toAside]);
  }
  if (toMain.length > 0)
    await client.query('update messages set hold_rule = null where id = any ($1::uuid[])', [toMain]);
}

interface LineHeads {
  /** Whether the line of first contacts has rows. */
  aside: boolean;
  /** Due times of the lines' heads, in ms since 1970. */
  asideAtMs: number | null;
  repliesAtMs: number | null;
  mainAtMs: number | null;
  /** The first row of the main line that is not due yet. */
  mainLaterMs: number | null;
}

async function readLineHeads(client: pg.PoolClient, engineId: string): Promise<LineHeads> {
  const head = (line: string) => `(select extract(epoch from claimable_at)::float8 * 1000 from messages
    where engine_id = $1 and status = 'pending' and ${line} order by claimable_at, id limit 1)`;
  const { rows } = await client.query<Record<'main' | 'later' | 'aside' | 'replies', number | null>>({
    name: 'paced_heads',
    text: `select ${head(LINE.main)} as main, ${head(`${LINE.main} and claimable_at > now()`)} as later, ${head(LINE.aside)} as aside, ${head(LINE.replies)} as replies`,
    values: [engineId],
  });
  const [{ main, later, aside, replies } = { main: null, later: null, aside: null, replies: null }] = rows;
  return { aside: aside !== null, asideAtMs: aside, repliesAtMs: replies, mainAtMs: main, mainLaterMs: later };
}

/** Stores the counters, and lifts an expired restriction. */
async function storeLane(
  client: pg.PoolClient,
  engineId: string,
  counters: LaneCounters,
  restricted: 'new' | 'all' | null,
  firstContactsAside: boolean,
): Promise<void> {
  await client.query({
    name: 'paced_store',
    text: `update engine_lanes set known_tokens = $2, new_tokens = $3, refilled_at = to_timestamp($4::float8 / 1000),
        first_contacts_aside = $6, reply_tokens = $7, next_send_at = to_timestamp($8::float8 / 1000), restriction_scope = case when restricted_until <= now() then null else coalesce($5, restriction_scope) end,
        restricted_until = case when restricted_until <= now() then null else restricted_until end
      where engine_id = $1`,
    values: [
      ...[engineId, counters.knownTokens, counters.newTokens, counters.refilledAtMs, restricted, firstContactsAside],
      ...[counters.replyTokens ?? 0, counters.nextSendAtMs ?? null],
    ],
  });
}

/**
 * Time until something may be claimable again: the earliest over all lines of "it is due and its bucket has a token".
 * The kind of a row that no claim has examined is unknown, so the earlier of the two buckets is used: soon enough and
 * never too late.
 */
function msUntilNext(
  rules: LaneRules,
  counters: LaneCounters,
  restricted: 'new' | 'all' | null,
  heads: LineHeads,
  choice: Choice,
  nowMs: number,
  zone: string,
): number | null {
  const gapIn = untilGapEnds(rules, counters, nowMs);
  const afterGap = (bucketIn: number | null) => (bucketIn === null ? null : Math.max(bucketIn, gapIn));
  const knownIn = afterGap(untilToken(rules.knownPerMinute, counters.knownTokens));
  const newIn = afterGap(
    restricted === 'new'
      ? rules.restrictedUntilMs && rules.restrictedUntilMs - nowMs
      : untilToken(rules.newPerMinute, counters.newTokens),
  );
  const laterOf = (atMs: number | null, bucketIn: number | null) =>
    atMs === null || bucketIn === null ? null : Math.max(atMs - nowMs, bucketIn, 0);
  const next = earliest([
    choice.blocked ? knownIn : laterOf(heads.mainAtMs, earliest([knownIn, newIn])),
    choice.blocked ? laterOf(heads.mainLaterMs, earliest([knownIn, newIn])) : null,
    laterOf(heads.asideAtMs, newIn),
    laterOf(heads.repliesAtMs, untilToken(rules.repliesPerMinute ?? null, counters.replyTokens ?? 0)),
  ]);
  if (next === null) return null;
  const cap = dailyCapUntil(rules, counters, nowMs, zone);
  const moved = choice.send.length + choice.quiet.length + choice.toAside.length + choice.toMain.length > 0;
  return Math.ceil(Math.max(next, cap === null ? 0 : cap - nowMs, moved ? 0 : IDLE_MS));
}

/** Minimum delay if a due row could not be claimed, such as one locked by an edit: avoids a busy loop. */
const IDLE_MS = 50;

function earliest(waits: (number | null)[]): number | null {
  const finite = waits.filter((wait) => wait !== null);
  return finite.length === 0 ? null : Math.min(...finite);
}
