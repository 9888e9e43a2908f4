import { text } from '@switchyard/contracts/text/text';
import { sqlText, sqlTextAsJson, sqlTextWith } from '../../../platform/database/text-value.ts';
import { UNDELIVERED_REASON } from '../change/undelivered.ts';
import { changedAt } from '../messages.events.ts';
import { FENCED_LANES } from './batch-lanes.ts';

/** Maximum sends of one message, including the first. */
export const MAX_ATTEMPTS = 8;
/** Wait after WhatsApp first said "later"; it doubles with each attempt. */
const MIN_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 15 * 60_000;

/** How long a batch of many lanes waits for a locked row. Then it fails, and each lane is recorded alone. */
const LOCK_WAIT = '250ms';

/**
 * The reporting lanes that pass the fence. Parameters of the statements here: arrays $1 engine ids, $2 generations, $3
 * token versions, and $4 for each row the position of its lane. The same statement serves one lane or many.
 */
const LANES = `lane as materialized (
    select requested.place::int as lane_place, lane.engine_id, lane.generation, engine.workspace_id, workspaces.zone, set_config('synchronous_commit', 'off', true),
      set_config('lock_timeout', case when cardinality((select $1::uuid[])) > 1 then '${LOCK_WAIT}' else current_setting('lock_timeout') end, true)
    from ${FENCED_LANES}
      join workspaces on workspaces.id = engine.workspace_id
  )`;

/**
 * The reported rows, locked in one order over all lanes: concurrent repeats of a report, or receipts of the same rows,
 * wait for each other without deadlocks. The reported values travel with each row, so that nothing has to be joined
 * again.
 */
const lockedBy = (key: 'id' | 'wa_message_id') => `locked as materialized (
    select reported.*, m.id as row_id, m.in_doubt, lane.engine_id, lane.generation, lane.zone
    from reported join lane on lane.lane_place = reported.place join messages m on m.${key} = reported.${key} and m.engine_id = lane.engine_id
    order by m.id for no key update of m
  )`;

const CHANGED_COLUMNS = `m.id, m.status, m.ack, m.version, m.send_failure_reason, m.retry_count, ${changedAt('m.updated_at')}, m.recipient`;
/**
 * The result: each admitted lane as a row without id, then the changed rows, for the live update. A join by position
 * instead would compare every row with every lane, since the planner doesn't know their number.
 */
const ANSWER = `select lane.lane_place as place, lane.workspace_id, false as repeated,
    changed.id, status, ack, version, send_failure_reason, retry_count, updated_at from lane left join changed on false
  union all
  select lane_place, null, false, id, status, ack, version, send_failure_reason, retry_count, updated_at from changed`;

/**
 * Marks recipients as known and counts the day's messages: both once per message, at the first proof of it, and in one
 * order.
 */
const TAKEN = `written_to as (
    insert into engine_recipients (engine_id, recipient)
    select distinct engine_id, recipient from taken order by engine_id, recipient
    on conflict do nothing
    returning engine_id, recipient
  ), known_now as (
    -- Their other messages are no longer first contacts: move them back to the main line. Looked up one by one, so that every plan uses the index for these
    -- recipients, even one made while the line was short.
    update messages m set hold_rule = null
    where m.status = 'pending' and m.hold_rule = 'first_contact' and m.id = any (array(
      select held.id from written_to known cross join lateral (
        select id from messages
        where engine_id = known.engine_id and recipient = known.recipient and status = 'pending' and hold_rule = 'first_contact' offset 0
      ) held))
  ), counted as (
    insert into engine_days as known (engine_id, day, sent)
    select engine_id, (sent_at at time zone zone)::date, count(*) from taken group by 1, 2 order by 1, 2
    on conflict (engine_id, day) do update set sent = known.sent + excluded.sent
  )`;

/**
 * Whether WhatsApp may have the row, whatever is reported now. Processes of protocol version 1 don't say: then it may,
 * after "later" or "hold".
 */
const DOUBT = `coalesce(reported.doubt, reported.in_doubt or reported.kind in ('later', 'hold'))`;

/** Failure reason of a row that WhatsApp may have and that is not retried any more. */
const DOUBTFUL = sqlTextWith('sentDoubtful', { reason: sqlTextAsJson('reported.reason') });

/**
 * Records the results of claimed rows of one lane or many, in one statement. A row counts only while it is in `sending`
 * under this generation (and this attempt, if reported), so a repeated report changes nothing; `recorded` is also true
 * for rows that already have the same result. If a receipt arrived before the result, the row is `sent` already and
 * only its `wire_id` is filled in. A row that a person settled as not delivered stays so unless it was accepted; the
 * engine has let go of it, so it may be sent again. A row that WhatsApp may already have stays in doubt: it returns to
 * the lane as such, and instead of failing it waits for a person. The statement does not wait for the disk
 * (docs/mechanisms/lane.md, "What may be lost"): a database crash that loses it leaves the row in `sending`, to be
 * settled under its own id. The wait after "later" grows exponentially with a jitter of a quarter either way, so that
 * rows rejected together don't return together. Parameters: those of LANES, arrays $5 ids, $6 kinds (accepted, never,
 * later, hold, unknown, released), $7 wire ids, $8 times of acceptance (ms since 1970), $9 reasons, $10 waits (ms), $11
 * attempts, $12 whether WhatsApp may have it (null: not reported).
 */
export const RECORD = {
  name: 'lane_record',
  text: `
  with ${LANES}, reported as materialized (
    select * from unnest((select $4::int[]), (select $5::uuid[]), (select $6::text[]), (select $7::text[]), (select $8::float8[]), (select $9::text[]),
      (select $10::float8[]), (select $11::int[]), (select $12::boolean[])) as reported (place, id, kind, wire_id, at_ms, reason, after_ms, attempt, doubt)
  ), ${lockedBy('id')}, changed as (
    update messages m set
      status = case when reported.kind <> 'accepted' and m.status = 'failed' then 'failed' else case reported.kind when 'accepted' then 'sent' when 'unknown' then 'unknown'
        when 'never' then case when ${DOUBT} then 'unknown' else 'failed' end
        when 'later' then case when m.tries < ${MAX_ATTEMPTS} then 'pending' when ${DOUBT} then 'unknown' else 'failed' end
        else 'pending' end end,
      ack = case reported.kind when 'accepted' then greatest(m.ack, 1) else m.ack end,
      wire_id = coalesce(reported.wire_id, m.wire_id),
      sent_at = case reported.kind when 'accepted' then coalesce(m.sent_at, to_timestamp(reported.at_ms / 1000)) else m.sent_at end,
      send_failure_reason = case
        when reported.kind = 'accepted' then null
        when m.status = 'failed' then ${sqlText(UNDELIVERED_REASON)}
        when reported.kind = 'released' then m.send_failure_reason
        when reported.kind = 'never' or reported.kind = 'later' and m.tries >= ${MAX_ATTEMPTS}
          then case when ${DOUBT} then ${DOUBTFUL} else reported.reason end
        else reported.reason end,
      retry_count = case reported.kind when 'later' then m.retry_count + 1 else m.retry_count end,
      tries = case when reported.kind = 'hold' or reported.kind = 'released' and not ${DOUBT} then greatest(m.tries - 1, 0) else m.tries end,
      in_doubt = m.status <> 'failed' and reported.kind not in ('accepted', 'unknown') and ${DOUBT},
      hold_rule = case reported.kind when 'later' then 'retry_backoff' else null end,
      claimable_at = case reported.kind
        when 'later' then now() + interval '1 millisecond' * greatest(coalesce(reported.after_ms, 0),
          least(${MAX_BACKOFF_MS}, ${MIN_BACKOFF_MS} * power(2, least(m.tries, 20) - 1)) * (0.75 + random() / 2))
        else m.claimable_at end,
      version = m.version + 1, updated_at = now()
    from locked reported
    where m.id = reported.row_id and m.engine_id = reported.engine_id and m.lease_generation = reported.generation
      and (reported.attempt is null or reported.attempt = m.attempt)
      and (m.status = 'sending' or m.status = 'failed' and m.in_doubt or (m.status = 'sent' and reported.kind = 'accepted' and m.wire_id is null and reported.wire_id is not null))
    returning ${CHANGED_COLUMNS}, m.sent_at, old.status as status_before, m.engine_id, reported.zone, reported.place as lane_place
  ), taken as (
    select engine_id, recipient, sent_at, zone from changed where status = 'sent' and status_before <> 'sent'
  ), ${TAKEN}, same as (
    select reported.place as lane_place, reported.id from reported join lane on lane.lane_place = reported.place join messages m on m.id = reported.id and m.engine_id = lane.engine_id
    where reported.id not in (select id from changed) and (
      case reported.kind when 'accepted' then m.status = 'sent' when 'never' then m.status in ('failed', 'unknown') when 'unknown' then m.status = 'unknown'
        else m.status in ('pending', 'cancelled', 'failed', 'unknown') and m.lease_generation = lane.generation end)
  )
  ${ANSWER}
  union all
  select lane_place, null, true, same.id, null, null, null, null, null, null from same`,
};

/**
 * Merges receipts of one lane or many, in one statement. Levels only rise, and the first reported time of each is kept.
 * A receipt proves that WhatsApp has the message, so a row that was still waiting for its result, parked, given up or
 * even cancelled becomes `sent`. A message that failed after it was taken (FAILURES) is not revived by a late receipt
 * for having been taken. Parameters: those of LANES, arrays $5 wa message ids, $6 levels, then times (ms since 1970) of
 * levels: $7 one, $8 two, $9 three.
 */
export const RECEIPTS = {
  name: 'lane_receipts',
  text: `
  with ${LANES}, reported as materialized (
    select * from unnest((select $4::int[]), (select $5::text[]), (select $6::int[]), (select $7::float8[]), (select $8::float8[]), (select $9::float8[]))
      as reported (place, wa_message_id, level, sent_ms, delivered_ms, read_ms)
  ), ${lockedBy('wa_message_id')}, changed as (
    update messages m set
      ack = greatest(m.ack, reported.level),
      status = 'sent',
      in_doubt = false,
      hold_rule = null,
      send_failure_reason = case when m.status = 'cancelled' then ${sqlText(text('sentThoughCancelled'))}
        when m.status = 'sent' then m.send_failure_reason end,
      sent_at = coalesce(m.sent_at, to_timestamp(coalesce(reported.sent_ms, reported.delivered_ms, reported.read_ms) / 1000)),
      delivered_at = coalesce(m.delivered_at, to_timestamp(coalesce(reported.delivered_ms, reported.read_ms) / 1000)),
      read_at = coalesce(m.read_at, to_timestamp(reported.read_ms / 1000)),
      version = m.version + 1, updated_at = case m.status when 'sent' then m.updated_at else now() end
    from locked reported
    where m.id = reported.row_id and m.engine_id = reported.engine_id
      and (m.ack < reported.level or m.status in ('sending', 'unknown', 'pending'))
    returning ${CHANGED_COLUMNS}, m.sent_at, old.status as status_before, m.engine_id, reported.zone, reported.place as lane_place
  ), taken as (
    select engine_id, recipient, sent_at, zone from changed where status_before <> 'sent'
  ), ${TAKEN}
  ${ANSWER}`,
};

/**
 * Fails messages that WhatsApp took but could not deliver, in one statement. Safe to repeat.
 * Parameters: those of LANES, arrays $5 wa message ids, $6 reasons.
 */
export const FAILURES = {
  name: 'lane_failures',
  text: `
  with ${LANES}, reported as materialized (
    select distinct on (wa_message_id) * from unnest($4::int[], $5::text[], $6::text[]) as reported (place, wa_message_id, reason) order by wa_message_id
  ), ${lockedBy('wa_message_id')}, changed as (
    update messages m set
      status = 'failed', ack = 1, in_doubt = false, hold_rule = null, send_failure_reason = reported.reason, version = m.version + 1, updated_at = now()
    from locked reported
    where m.id = reported.row_id and m.engine_id = reported.engine_id
      and m.ack <= 1 and m.status in ('pending', 'sending', 'sent', 'unknown')
    returning ${CHANGED_COLUMNS}, reported.place as lane_place
  )
  ${ANSWER}`,
};
