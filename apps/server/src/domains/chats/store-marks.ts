import type { MessageChange } from '@switchyard/contracts/engine/protocol';
import { FENCE } from '../engines/index.ts';
import type { MessageEdit } from './chats.schema.ts';
import { plausibleTime, storable } from './received-row.ts';

/**
 * Stores later changes to known messages, including sent ones; ignores changes to unknown ones. Edits are a set ordered
 * by time, so that neither repeats nor a different order affect the final text. Changes to somebody else's message are
 * ignored. Parameters as in `store-received.ts`.
 */
export const MARKS = {
  name: 'received_marks',
  text: `
  with lane as materialized (
    select lane.engine_id, engine.workspace_id, engine.phone_number from engine_lanes lane join engines engine on engine.id = lane.engine_id where ${FENCE}
  ), marked as (
    insert into message_marks as mark (engine_id, chat, wa_message_id, edits, deleted_at, is_starred, starred_at)
    select distinct on (1, 2, 3) lane.engine_id, coalesce(m.recipient, reported.chat), reported.wa_message_id, reported.edits, reported.deleted_at, reported.is_starred, reported.starred_at
    from lane
    cross join json_to_recordset($4::json) as reported (chat text, wa_message_id text, writer text, edits jsonb, deleted_at timestamptz, is_starred boolean, starred_at timestamptz)
    left join messages m on m.wa_message_id = reported.wa_message_id and m.engine_id = lane.engine_id
    where (m.id is not null and coalesce(reported.writer = lane.phone_number, true))
      or exists (select from received_messages r where r.engine_id = lane.engine_id and r.chat = reported.chat and r.wa_message_id = reported.wa_message_id
        and coalesce(reported.writer = r.writer, true))
    on conflict (engine_id, chat, wa_message_id) do update set
      edits = (
        select coalesce(jsonb_agg(jsonb_build_object('text', text, 'at', at) order by at, first), '[]') from (
          select edit->>'text' as text, edit->>'at' as at, min(place) as first
          from jsonb_array_elements(mark.edits || excluded.edits) with ordinality as every (edit, place) group by 1, 2
        ) once
      ),
      deleted_at = least(mark.deleted_at, excluded.deleted_at),
      is_starred = case when excluded.starred_at >= coalesce(mark.starred_at, '-infinity') then excluded.is_starred else mark.is_starred end,
      starred_at = greatest(mark.starred_at, excluded.starred_at)
    where not mark.edits @> excluded.edits or least(mark.deleted_at, excluded.deleted_at) is distinct from mark.deleted_at
      or (excluded.starred_at >= coalesce(mark.starred_at, '-infinity') and excluded.is_starred is distinct from mark.is_starred)
    returning 1
  )
  select lane.workspace_id, (select count(*)::int from marked) as more from lane`,
};

interface Mark {
  chat: string;
  wa_message_id: string;
  /** The required author of the message; null if WhatsApp has checked that. */
  writer: string | null;
  edits: MessageEdit[];
  deleted_at: string | null;
  is_starred: boolean | null;
  starred_at: string | null;
}

/** Marks grouped by writer, one row per message in each group, because a statement cannot change a row twice. */
export const toMarks = (changes: readonly MessageChange[]): Mark[][] =>
  [...Map.groupBy(changes, ({ writer }) => writer)].map(([writer, some]) => marksOf(some, writer));

function marksOf(changes: readonly MessageChange[], writer: string | undefined): Mark[] {
  const marks = new Map<string, Mark>();
  for (const rows of changes) {
    const [chat, waMessageId] = [storable(rows.chat), storable(rows.waMessageId)];
    const key = JSON.stringify([chat, waMessageId]);
    const mark = marks.get(key) ?? {
      chat,
      wa_message_id: waMessageId,
      writer: writer === undefined ? null : storable(writer),
      edits: [],
      deleted_at: null,
      is_starred: null,
      starred_at: null,
    };
    marks.set(key, mark);
    const at = plausibleTime(rows.atMs).toISOString();
    const { change } = rows;
    if (change.kind === 'edited') mark.edits = [...mark.edits, { text: storable(change.text), at }].sort(byTime);
    else if (change.kind === 'deleted') mark.deleted_at ??= at;
    else if (mark.starred_at === null || at >= mark.starred_at) {
      mark.is_starred = change.isStarred;
      mark.starred_at = at;
    }
  }
  return [...marks.values()];
}

const byTime = (a: MessageEdit, b: MessageEdit) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
