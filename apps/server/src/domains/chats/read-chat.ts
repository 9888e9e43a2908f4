import type { ChatMessage } from '@switchyard/contracts/chats/operations';
import type pg from 'pg';
import { fromMe } from './chat-columns.ts';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow, presentChatMessage } from './chats.present.ts';

/**
 * Both directions of one chat, merged; each half is the head of an index. Times are compared in microseconds, as they are stored. What is known of writers and
 * of what became of the messages is looked up for those that are shown.
 * Parameters: $1 engine id, $2 chat, $3 and $4 time (microseconds since 1970) and id of the message before which to begin, $5 most rows.
 */
const READ = `
  with shown as materialized (
    (select r.id, r.written_at as at, r.wa_message_id, case when ${fromMe('r')} then 'phone' end as via, r.writer, r.kind, r.body, r.media,
      r.media_source is not null as is_fetchable, r.media_gone_at is not null as is_gone, r.file_id, r.quoted_id, r.quoted_text, r.is_forwarded, r.options,
      r.choices, null::smallint as ack
     from received_messages r join engines engine on engine.id = r.engine_id
     where r.engine_id = $1 and r.chat = $2 and (r.written_at, r.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
     order by r.written_at desc, r.id desc limit $5)
    union all
    (select m.id, m.sent_at, m.wa_message_id, 'product', null, coalesce(m.attachment->>'kind', 'text'), m.body,
      case m.attachment->>'kind' when 'media' then m.attachment end, false, m.file_id is null, m.file_id, m.quote->>'waMessageId', m.quote->>'text', false,
      m.attachment->'options', null, m.ack
     from messages m
     where m.engine_id = $1 and m.recipient = $2 and m.status = 'sent' and m.sent_at is not null and not m.deleted
       and (m.sent_at, m.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
     order by m.sent_at desc, m.id desc limit $5)
    order by at desc, id desc limit $5
  )
  select ${CHAT_MESSAGE_COLUMNS}, (extract(epoch from shown.at) * 1000000)::bigint as at_us
  from shown
  join engines engine on engine.id = $1
  left join message_marks mark on mark.engine_id = $1 and mark.chat = $2 and mark.wa_message_id = shown.wa_message_id
  left join contacts on contacts.workspace_id = engine.workspace_id and contacts.mobile = shown.writer
  left join chat_facts facts on facts.engine_id = $1 and facts.chat = shown.writer
  order by shown.at desc, shown.id desc`;

/** The year 2200: later than every message. */
const END_OF_TIME = { us: String(Date.UTC(2200, 0, 1) * 1_000), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** Begins at what was written before a moment. @param at ISO 8601 */
export const cursorBefore = (at: string): string =>
  `${new Date(at).getTime() * 1_000}.00000000-0000-0000-0000-000000000000`;
const CURSOR = /^(\d{1,17})\.([0-9a-f-]{36})$/;

/** A stretch of one chat, the latest first. `before` is the `next` of an earlier stretch; one that is none begins at the end. */
export async function readChat(
  pool: pg.Pool,
  asks: { engineId: string; chat: string; limit: number; before: string | undefined },
): Promise<{ data: ChatMessage[]; next: string | null }> {
  const [, us = END_OF_TIME.us, id = END_OF_TIME.id] = CURSOR.exec(asks.before ?? '') ?? [];
  const { rows } = await pool.query<ChatMessageRow & { at_us: string }>(READ, [
    asks.engineId,
    asks.chat.replaceAll('\0', ''),
    us,
    id,
    asks.limit + 1,
  ]);
  const shown = rows.slice(0, asks.limit);
  const last = shown.at(-1);
  return {
    data: shown.map(presentChatMessage),
    next: rows.length > asks.limit && last ? `${last.at_us}.${last.id}` : null,
  };
}
