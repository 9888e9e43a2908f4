import type { ChatMessage } from '@switchyard/contracts/chats/operations';
import type pg from 'pg';
import { fromMe } from './chat-columns.ts';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow, presentChatMessage } from './chats.present.ts';

/**
 * Both directions of one chat, merged; each half reads the head of an index. Times are compared in microseconds, as
 * stored. Writers and marks are looked up only for the messages shown. Parameters: $1 engine id, $2 chat, $3 and $4
 * time (microseconds since 1970) and id of the message to start beyond, $5 limit.
 * @param way older messages, latest first, or newer ones, oldest first
 * @param isOwn condition over `r` that selects messages shown on their own
 */
const reading = (way: 'older' | 'newer', isOwn = 'true') => {
  const beyond = `${way === 'older' ? '<' : '>'} (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)`;
  const order = way === 'older' ? 'desc' : 'asc';
  return `
  with shown as materialized (
    (select r.id, r.written_at as at, r.wa_message_id, case when ${fromMe('r')} then 'phone' end as via, r.writer, r.kind, r.body, r.media,
      r.media_source is not null as is_fetchable, r.media_gone_at is not null as is_gone, r.file_id, r.quoted_id, r.quoted_text, r.is_forwarded, r.options,
      r.choices, null::smallint as ack
     from received_messages r join engines engine on engine.id = r.engine_id
     where r.engine_id = $1 and r.chat = $2 and (r.written_at, r.id) ${beyond} and ${isOwn}
     order by r.written_at ${order}, r.id ${order} limit $5)
    union all
    (select m.id, m.sent_at, m.wa_message_id, 'product', null, coalesce(m.attachment->>'kind', 'text'), m.body,
      case m.attachment->>'kind' when 'media' then m.attachment end, false, m.file_id is null, m.file_id, m.quote->>'waMessageId', m.quote->>'text', false,
      m.attachment->'options', null, m.ack
     from messages m
     where m.engine_id = $1 and m.recipient = $2 and m.status = 'sent' and m.sent_at is not null and not m.deleted
       and (m.sent_at, m.id) ${beyond}
     order by m.sent_at ${order}, m.id ${order} limit $5)
    order by at ${order}, id ${order} limit $5
  )
  select ${CHAT_MESSAGE_COLUMNS}, (extract(epoch from shown.at) * 1000000)::bigint as at_us
  from shown
  join engines engine on engine.id = $1
  left join message_marks mark on mark.engine_id = $1 and mark.chat = $2 and mark.wa_message_id = shown.wa_message_id
  left join contacts on contacts.workspace_id = engine.workspace_id and contacts.mobile = shown.writer
  left join chat_facts facts on facts.engine_id = $1 and facts.chat = shown.writer
  order by shown.at ${order}, shown.id ${order}`;
};
const READ = reading('older');
/** Reactions and votes are shown on the message they refer to. */
const IS_OWN = `r.kind not in ('reaction', 'vote')`;
const READ_PAGE = { older: reading('older', IS_OWN), newer: reading('newer', IS_OWN) } as const;

/** The year 2200: later than every message. */
export const END_OF_TIME = { us: String(Date.UTC(2200, 0, 1) * 1_000), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** A cursor that starts with what was written before a given time. @param at ISO 8601 */
export const cursorBefore = (at: string): string =>
  `${new Date(at).getTime() * 1_000}.00000000-0000-0000-0000-000000000000`;
const CURSOR = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A message and when it was written, in microseconds since 1970. */
export type PlacedRow = ChatMessageRow & { at_us: string };
export const placeOf = ({ at_us, id }: PlacedRow): string => `${at_us}.${id}`;

interface PageQuery {
  engineId: string;
  chat: string;
  limit: number;
  /** `next` of the previous page; an invalid one starts at the end. */
  from: string | undefined;
}

interface ChatPage {
  /** Ordered away from the start. */
  rows: PlacedRow[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

async function readBy(pool: pg.Pool, statement: string, pageQuery: PageQuery): Promise<ChatPage> {
  const [, us = END_OF_TIME.us, id = END_OF_TIME.id] = CURSOR.exec(pageQuery.from ?? '') ?? [];
  const { rows } = await pool.query<PlacedRow>(statement, [
    pageQuery.engineId,
    pageQuery.chat.replaceAll('\0', ''),
    us,
    id,
    pageQuery.limit + 1,
  ]);
  const shown = rows.slice(0, pageQuery.limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > pageQuery.limit && last ? placeOf(last) : null };
}

/** A page of one chat, latest first. `before` is `next` of the previous page; an invalid one starts at the end. */
export async function readChat(
  pool: pg.Pool,
  { before, ...asks }: Omit<PageQuery, 'from'> & { before: string | undefined },
): Promise<{ data: ChatMessage[]; next: string | null }> {
  const { rows, next } = await readBy(pool, READ, { ...asks, from: before });
  return { data: rows.map(presentChatMessage), next };
}

/** Messages shown on their own, in one direction from a cursor. */
export const readPage = (pool: pg.Pool, way: 'older' | 'newer', pageQuery: PageQuery): Promise<ChatPage> =>
  readBy(pool, READ_PAGE[way], pageQuery);
