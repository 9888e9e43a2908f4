import { NEVER_TAKEN } from '@switchyard/contracts/engine-constants';
import type { reportRequest, SendOutcome } from '@switchyard/contracts/engine-protocol';
import type pg from 'pg';
import type { z } from 'zod';
import { type EngineIdentity, FENCE, whyRefused } from '../../engines/index.ts';
import type { ChangedRow } from '../messages.events.ts';

/** Sends of one message, the first included, before it is given up. */
export const MAX_ATTEMPTS = 8;
/** The first wait after WhatsApp said "later"; it doubles with each attempt. */
export const BACKOFF_FIRST_MS = 5_000;
export const BACKOFF_MOST_MS = 15 * 60_000;

/** The lane that reports, if it may; parameters of every statement here: $1 engine id, $2 generation, $3 token version. */
const LANE = `lane as materialized (
    select lane.engine_id, engine.workspace_id, workspaces.zone, set_config('synchronous_commit', 'off', true)
    from engine_lanes lane join engines engine on engine.id = lane.engine_id join workspaces on workspaces.id = engine.workspace_id
    where ${FENCE}
  )`;

/**
 * The rows that were told of, locked in one order whoever tells: a report that is repeated while the first is still at work, or receipts of the
 * same rows, wait for each other and never in a circle. What was told comes with each row, so that nothing has to be joined again.
 */
const lockedBy = (key: 'id' | 'wa_message_id') => `locked as materialized (
    select told.*, m.id as row_id, m.in_doubt from told join messages m on m.${key} = told.${key} join lane on lane.engine_id = m.engine_id
    order by m.id for no key update of m
  )`;

const CHANGED_COLUMNS =
  'm.id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, m.updated_at, m.recipient';

/** Who was written to is known from now on, and the day counts it; both once for each message, by its first proof. */
const TAKEN = `written_to as (
    insert into engine_recipients (engine_id, recipient)
    select distinct $1::uuid, recipient from taken
    on conflict do nothing
    returning recipient
  ), known_now as (
    -- Their other messages are no longer first contacts: back from the waiting line to the lane. An array, so that the index is asked for these people in every plan,
    -- also in one that was made while the line was short.
    update messages m set hold_rule = null
    where m.engine_id = $1 and m.recipient = any (array(select recipient from written_to)) and m.status = 'pending' and m.hold_rule = 'first_contact'
  ), counted as (
    insert into engine_days as known (engine_id, day, sent)
    select lane.engine_id, (taken.sent_at at time zone lane.zone)::date, count(*) from taken, lane group by 1, 2
    on conflict (engine_id, day) do update set sent = known.sent + excluded.sent
  )`;

/** Whether WhatsApp may have the row, whatever it says now. A process of the protocol's first version does not tell: then it may, after "later" or "hold". */
const DOUBT = `coalesce(told.doubt, told.in_doubt or told.kind in ('later', 'hold'))`;

/** What a row says, after the reason, that WhatsApp may have and that is not tried any more. */
const DOUBTFUL =
  '. An earlier try was never answered, so it may have arrived all the same. Check the chat before sending it again.';

/**
 * Records what became of claimed rows, in one statement. A row counts only while it is in `sending` under this generation (and, when told, this
 * attempt), so a repeated report changes nothing; `recorded` is also true for rows that already show the same result.
 * A receipt may have come before the result: then the row is `sent` already and only its `wire_id` is filled in.
 * A row that WhatsApp may have taken before stays in doubt: it goes back to the lane as such, and instead of failing it is for a person to look at.
 * It does not wait for the disk (docs/mechanisms/lane.md, "What may be lost"): a crash of the database that loses it leaves the row in `sending`,
 * where it is settled under its own id.
 * The wait after "later" is exponential with a jitter of a quarter either way, so that rows rejected together do not return together.
 * Parameters: arrays $4 ids, $5 kinds (accepted, never, later, hold, unknown, released),
 * $6 wire ids, $7 times of acceptance (ms since 1970), $8 reasons, $9 waits (ms), $10 attempts, $11 whether WhatsApp may have it (null: not told).
 */
const RECORD = {
  name: 'lane_record',
  text: `
  with ${LANE}, told as materialized (
    select * from unnest($4::uuid[], $5::text[], $6::text[], $7::float8[], $8::text[], $9::float8[], $10::int[], $11::boolean[])
      as told (id, kind, wire_id, at_ms, reason, after_ms, attempt, doubt)
  ), ${lockedBy('id')}, changed as (
    update messages m set
      status = case told.kind when 'accepted' then 'sent' when 'unknown' then 'unknown'
        when 'never' then case when ${DOUBT} then 'unknown' else 'failed' end
        when 'later' then case when m.tries < ${MAX_ATTEMPTS} then 'pending' when ${DOUBT} then 'unknown' else 'failed' end
        else 'pending' end,
      ack = case told.kind when 'accepted' then greatest(m.ack, 1) else m.ack end,
      wire_id = coalesce(told.wire_id, m.wire_id),
      sent_at = case told.kind when 'accepted' then coalesce(m.sent_at, to_timestamp(told.at_ms / 1000)) else m.sent_at end,
      send_failure_reason = case
        when told.kind = 'accepted' then null
        when told.kind = 'released' then m.send_failure_reason
        when told.kind = 'never' or told.kind = 'later' and m.tries >= ${MAX_ATTEMPTS}
          then told.reason || case when ${DOUBT} then '${DOUBTFUL}' else '' end
        else told.reason end,
      retry_count = case told.kind when 'later' then m.retry_count + 1 else m.retry_count end,
      tries = case when told.kind = 'hold' or told.kind = 'released' and not ${DOUBT} then greatest(m.tries - 1, 0) else m.tries end,
      in_doubt = told.kind not in ('accepted', 'unknown') and ${DOUBT},
      hold_rule = case told.kind when 'later' then 'retry_backoff' else null end,
      claimable_at = case told.kind
        when 'later' then now() + interval '1 millisecond' * greatest(coalesce(told.after_ms, 0),
          least(${BACKOFF_MOST_MS}, ${BACKOFF_FIRST_MS} * power(2, least(m.tries, 20) - 1)) * (0.75 + random() / 2))
        else m.claimable_at end,
      version = m.version + 1, updated_at = now()
    from locked told, lane
    where m.id = told.row_id and m.engine_id = lane.engine_id and m.lease_generation = $2
      and (told.attempt is null or told.attempt = m.attempt)
      and (m.status = 'sending' or (m.status = 'sent' and told.kind = 'accepted' and m.wire_id is null and told.wire_id is not null))
    returning ${CHANGED_COLUMNS}, m.sent_at, old.status as status_before
  ), taken as (
    select recipient, sent_at from changed where status = 'sent' and status_before <> 'sent'
  ), ${TAKEN}, same as (
    select told.id from told join messages m on m.id = told.id join lane on lane.engine_id = m.engine_id
    where told.id not in (select id from changed) and (
      case told.kind when 'accepted' then m.status = 'sent' when 'never' then m.status in ('failed', 'unknown') when 'unknown' then m.status = 'unknown'
        else m.status in ('pending', 'cancelled', 'failed', 'unknown') and m.lease_generation = $2 end)
  )
  select lane.workspace_id, changed.*, false as repeated from lane left join changed on true
  union all
  select lane.workspace_id, same.id, null, null, null, null, null, null, null, null, null, true from same, lane`,
};

/**
 * Merges receipts, in one statement. Levels only rise, times are kept from the first telling. A receipt proves that WhatsApp has the message,
 * so a row that was still waiting for its result, or parked, or given up, or even cancelled, becomes `sent`. One that failed after it was taken (FAILURES)
 * does not by a late word that it was taken.
 * Parameters: $4 wa message ids, $5 levels, then times (ms since 1970) of levels: $6 one, $7 two, $8 three.
 */
const RECEIPTS = {
  name: 'lane_receipts',
  text: `
  with ${LANE}, told as materialized (
    select * from unnest($4::text[], $5::int[], $6::float8[], $7::float8[], $8::float8[]) as told (wa_message_id, level, sent_ms, delivered_ms, read_ms)
  ), ${lockedBy('wa_message_id')}, changed as (
    update messages m set
      ack = greatest(m.ack, told.level),
      status = 'sent',
      in_doubt = false,
      hold_rule = null,
      send_failure_reason = case when m.status = 'cancelled' then 'It was cancelled, but WhatsApp had it already.'
        when m.status = 'sent' then m.send_failure_reason end,
      sent_at = coalesce(m.sent_at, to_timestamp(coalesce(told.sent_ms, told.delivered_ms, told.read_ms) / 1000)),
      delivered_at = coalesce(m.delivered_at, to_timestamp(coalesce(told.delivered_ms, told.read_ms) / 1000)),
      read_at = coalesce(m.read_at, to_timestamp(told.read_ms / 1000)),
      version = m.version + 1, updated_at = now()
    from locked told, lane
    where m.id = told.row_id and m.engine_id = lane.engine_id
      and (m.ack < told.level or m.status in ('sending', 'unknown', 'pending'))
    returning ${CHANGED_COLUMNS}, m.sent_at, old.status as status_before
  ), taken as (
    select recipient, sent_at from changed where status_before <> 'sent'
  ), ${TAKEN}
  select lane.workspace_id, changed.* from lane left join changed on true`,
};

/**
 * Fails messages that WhatsApp had taken and could not deliver, in one statement. Safe to repeat.
 * Parameters: $4 wa message ids, $5 reasons.
 */
const FAILURES = {
  name: 'lane_failures',
  text: `
  with ${LANE}, told as materialized (
    select distinct on (wa_message_id) * from unnest($4::text[], $5::text[]) as told (wa_message_id, reason) order by wa_message_id
  ), ${lockedBy('wa_message_id')}, changed as (
    update messages m set
      status = 'failed', ack = 1, in_doubt = false, hold_rule = null, send_failure_reason = told.reason, version = m.version + 1, updated_at = now()
    from locked told, lane
    where m.id = told.row_id and m.engine_id = lane.engine_id
      and m.ack <= 1 and m.status in ('pending', 'sending', 'sent', 'unknown')
    returning ${CHANGED_COLUMNS}
  )
  select lane.workspace_id, changed.* from lane left join changed on true`,
};

/** What a report changed. */
export interface Recorded {
  workspaceId: string;
  recorded: number;
  refused: string[];
  changed: ChangedRow[];
}

type Report = z.infer<typeof reportRequest>;
type RecordedRow = ChangedRow & { workspace_id: string; id: string | null; repeated: boolean };

/**
 * Records results, receipts, rows given back and a restriction. Safe to repeat.
 * @throws 409 `LEASE_LOST`, 401; nothing was changed then.
 */
export async function report(pool: pg.Pool, identity: EngineIdentity, told: Report): Promise<Recorded> {
  const fence = [identity.engineId, told.generation, identity.tokenVersion];
  const results = latestOfEach(told);
  const { failures = [] } = told;
  const recorded: Recorded = { workspaceId: '', recorded: 0, refused: [], changed: [] };

  // A restriction first: a row that goes back to the lane must meet it there.
  if (told.restriction ?? holdsLane(told)) await restrict(pool, identity, told);
  if (results.length > 0 || told.acks.length + failures.length === 0) {
    const { rows } = await pool.query<RecordedRow>({ ...RECORD, values: [...fence, ...resultColumns(results)] });
    const [first] = rows;
    if (!first) throw await whyRefused(pool, identity);
    const known = rows.filter((row) => row.id !== null);
    const ids = new Set(known.map((row) => row.id));
    recorded.workspaceId = first.workspace_id;
    recorded.recorded = known.length;
    recorded.changed = known.filter((row) => !row.repeated);
    recorded.refused = results.filter((one) => !ids.has(one.id)).map((one) => one.id);
  }
  if (told.acks.length > 0) {
    const { rows } = await pool.query<RecordedRow>({ ...RECEIPTS, values: [...fence, ...receiptColumns(told.acks)] });
    const [first] = rows;
    if (!first) throw await whyRefused(pool, identity);
    recorded.workspaceId = first.workspace_id;
    recorded.changed.push(...rows.filter((row) => row.id !== null));
  }
  if (failures.length > 0) {
    const ids = failures.map((one) => one.waMessageId);
    const reasons = failures.map((one) => one.reason);
    const { rows } = await pool.query<RecordedRow>({ ...FAILURES, values: [...fence, ids, reasons] });
    const [first] = rows;
    if (!first) throw await whyRefused(pool, identity);
    recorded.workspaceId = first.workspace_id;
    recorded.changed.push(...rows.filter((row) => row.id !== null));
  }
  return recorded;
}

interface Result {
  id: string;
  kind: string;
  wireId: string | null;
  atMs: number | null;
  reason: string | null;
  afterMs: number | null;
  attempt: number | null;
  doubt: boolean | null;
}

/** One entry for each row: a result outranks a release of the same row, the last result an earlier one. */
function latestOfEach({ results, released, givenBack = [] }: Report): Result[] {
  const blank = { wireId: null, atMs: null, reason: null, afterMs: null, attempt: null, doubt: null };
  const each = new Map<string, Result>(released.map((id) => [id, { id, kind: 'released', ...blank }]));
  for (const { _id: id, attempt, inDoubt: doubt } of givenBack)
    each.set(id, { id, kind: 'released', ...blank, attempt, doubt });
  for (const { _id: id, outcome, attempt = null, inDoubt: doubt = null } of results) {
    each.set(id, { id, ...blank, doubt, ...columnsOf(outcome), attempt });
  }
  return [...each.values()];
}

function columnsOf(outcome: SendOutcome): Partial<Result> & { kind: string } {
  if (outcome.kind === 'accepted') return { kind: 'accepted', wireId: outcome.wireId, atMs: outcome.atMs };
  if (outcome.kind === 'unknown') return { kind: 'unknown', reason: outcome.cause };
  return {
    kind: outcome.next === 'hold-lane' ? 'hold' : outcome.next,
    ...(NEVER_TAKEN.includes(outcome.code) && { doubt: false }),
    reason: outcome.reason,
    afterMs: outcome.afterMs ?? null,
  };
}

const resultColumns = (results: Result[]) => [
  results.map((one) => one.id),
  results.map((one) => one.kind),
  results.map((one) => one.wireId),
  results.map((one) => one.atMs),
  results.map((one) => one.reason),
  results.map((one) => one.afterMs),
  results.map((one) => one.attempt),
  results.map((one) => one.doubt),
];

/** Receipts of one message become one row, since a statement can change a row only once. */
function receiptColumns(acks: Report['acks']): unknown[][] {
  const each = new Map<string, (number | null)[]>();
  for (const { waMessageId, level, atMs } of acks) {
    const times = each.get(waMessageId) ?? [null, null, null];
    times[level - 1] = Math.min(times[level - 1] ?? Number.POSITIVE_INFINITY, atMs);
    each.set(waMessageId, times);
  }
  const merged = [...each.values()];
  return [
    [...each.keys()],
    merged.map((times) => times.findLastIndex((at) => at !== null) + 1),
    ...[0, 1, 2].map((level) => merged.map((times) => times[level] ?? null)),
  ];
}

/** How long a lane holds when WhatsApp said "hold" and nothing about until when. */
const UNTOLD_HOLD_MS = 5 * 60_000;

const holdsLane = ({ results }: Report) =>
  results.some(({ outcome }) => outcome.kind === 'rejected' && outcome.next === 'hold-lane');

/** Writes the lane's restriction, or lifts it. A result that holds the lane without a restriction beside it holds everything for its wait. */
async function restrict(pool: pg.Pool, identity: EngineIdentity, { generation, results, restriction }: Report) {
  const waits = results.map(({ outcome }) => ('afterMs' in outcome ? (outcome.afterMs ?? 0) : 0));
  const forMs = Math.max(0, ...waits) || UNTOLD_HOLD_MS;
  const { rowCount } = await pool.query(
    `update engine_lanes lane set
       restriction_scope = $4,
       restricted_until = case when $6::float8 is not null then now() + interval '1 millisecond' * $6::float8 else to_timestamp($5::float8 / 1000) end
     where ${FENCE}`,
    [
      identity.engineId,
      generation,
      identity.tokenVersion,
      restriction ? (restriction.lifted ? null : restriction.scope) : 'all',
      restriction && !restriction.lifted ? restriction.untilMs : null,
      restriction ? null : forMs,
    ],
  );
  if (rowCount === 0) throw await whyRefused(pool, identity);
}
