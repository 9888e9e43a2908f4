import type { ChatMessage } from '@switchyard/contracts/chats';
import type pg from 'pg';
import { FROM_ME } from './chat-columns.ts';

/**
 * Both directions of one chat, merged; each half is the head of an index. Times are compared in microseconds, as they are stored.
 * Parameters: $1 engine id, $2 chat, $3 and $4 time (microseconds since 1970) and id of the message before which to begin, $5 most rows.
 */
const READ = `
  select *, (extract(epoch from at) * 1000000)::bigint as at_us from (
    (select r.id, r.written_at as at, ${FROM_ME} as from_me, r.writer, r.kind, r.body as text, r.media, r.quoted_id, null::smallint as ack
     from received_messages r join engines engine on engine.id = r.engine_id
     where r.engine_id = $1 and r.chat = $2 and (r.written_at, r.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
     order by r.written_at desc, r.id desc limit $5)
    union all
    (select m.id, m.sent_at, true, null, coalesce(m.attachment->>'kind', 'text'), m.body, case m.attachment->>'kind' when 'media' then m.attachment end, m.quote->>'waMessageId', m.ack
     from messages m
     where m.engine_id = $1 and m.recipient = $2 and m.status = 'sent' and m.sent_at is not null and not m.deleted
       and (m.sent_at, m.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
     order by m.sent_at desc, m.id desc limit $5)
  ) both_ways
  order by at desc, id desc limit $5`;

interface Row {
  id: string;
  at: Date;
  at_us: string;
  from_me: boolean;
  writer: string | null;
  kind: ChatMessage['kind'];
  text: string;
  media: ChatMessage['media'];
  quoted_id: string | null;
  ack: number | null;
}

/** The year 2200: later than every message. */
const END_OF_TIME = { us: String(Date.UTC(2200, 0, 1) * 1_000), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const CURSOR = /^(\d{1,17})\.([0-9a-f-]{36})$/;

/** A stretch of one chat, the latest first. `before` is the `next` of an earlier stretch; one that is none begins at the end. */
export async function readChat(
  pool: pg.Pool,
  asks: { engineId: string; chat: string; limit: number; before: string | undefined },
): Promise<{ data: ChatMessage[]; next: string | null }> {
  const [, us = END_OF_TIME.us, id = END_OF_TIME.id] = CURSOR.exec(asks.before ?? '') ?? [];
  const { rows } = await pool.query<Row>(READ, [asks.engineId, asks.chat.replaceAll('\0', ''), us, id, asks.limit + 1]);
  const shown = rows.slice(0, asks.limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => ({
      _id: row.id,
      fromMe: row.from_me,
      from: row.writer,
      kind: row.kind,
      text: row.text,
      media: row.media,
      quotedId: row.quoted_id,
      ack: row.ack,
      at: row.at.toISOString(),
    })),
    next: rows.length > asks.limit && last ? `${last.at_us}.${last.id}` : null,
  };
}
