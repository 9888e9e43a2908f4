import type { ChatMessage } from '@switchyard/contracts/chats/operations';
import type { MediaType } from '@switchyard/contracts/messages/body';
import type pg from 'pg';
import { containing } from '../../platform/database/text-search.ts';
import { chatIsSeen, type Sight } from '../messages/index.ts';
import { fromMe } from './chat-columns.ts';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow, presentChatMessage } from './chats.present.ts';

/** A chat message with its chat and engine; for sent ones, whether it failed. */
export interface FoundMessage extends ChatMessage {
  chat: string;
  engineId: string | null;
  hasFailed: boolean;
}

type FoundRow = ChatMessageRow & { chat: string; engine_id: string | null; has_failed: boolean };

const RECEIVED = `r.id, r.chat, r.engine_id, r.written_at as at, r.wa_message_id, case when ${fromMe('r')} then 'phone' end as via, r.writer, r.kind,
  r.body, r.media, r.media_source is not null as is_fetchable, r.media_gone_at is not null as is_gone, r.file_id, r.quoted_id, r.quoted_text,
  r.is_forwarded, r.options, r.choices, null::smallint as ack, false as has_failed`;
const sentAt = (
  at: string,
) => `m.id, m.recipient as chat, m.engine_id, ${at} as at, m.wa_message_id, 'product' as via, null::text as writer,
  coalesce(m.attachment->>'kind', 'text') as kind, m.body, case m.attachment->>'kind' when 'media' then m.attachment end as media,
  false as is_fetchable, m.file_id is null as is_gone, m.file_id, m.quote->>'waMessageId' as quoted_id, m.quote->>'text' as quoted_text,
  false as is_forwarded, m.attachment->'options' as options, null::jsonb as choices, m.ack, m.status = 'failed' as has_failed`;
const KNOWN = `left join message_marks mark on mark.engine_id = shown.engine_id and mark.chat = shown.chat and mark.wa_message_id = shown.wa_message_id
  left join contacts on contacts.workspace_id = $1 and contacts.mobile = shown.writer
  left join chat_facts facts on facts.engine_id = shown.engine_id and facts.chat = shown.writer`;

const toFoundMessage = (row: FoundRow): FoundMessage => ({
  ...presentChatMessage(row),
  chat: row.chat,
  engineId: row.engine_id,
  hasFailed: row.has_failed,
});

const findStatement = (sight: Sight) => `
  with asked as (select * from unnest($2::text[], $3::text[]) as asked (chat, wa_message_id)),
  shown as (
    select ${RECEIVED} from asked join engines engine on engine.workspace_id = $1
      join received_messages r on r.engine_id = engine.id and r.chat = asked.chat and r.wa_message_id = asked.wa_message_id
    union all
    select ${sentAt('coalesce(m.sent_at, m.created_at)')} from asked join messages m on m.wa_message_id = asked.wa_message_id and m.recipient = asked.chat
      where m.workspace_id = $1 and not m.deleted
  )
  select ${CHAT_MESSAGE_COLUMNS}, shown.chat from shown ${KNOWN} where ${chatIsSeen(sight, 'shown.engine_id', 'shown.chat')}`;

/** Messages of a workspace by chat and WhatsApp id, incoming or outgoing, including ones not sent yet. */
export async function findChatMessages(
  pool: pg.Pool,
  { workspaceId, sight }: { workspaceId: string; sight: Sight },
  keys: readonly { chat: string; waMessageId: string }[],
): Promise<FoundMessage[]> {
  const values = [workspaceId, keys.map(({ chat }) => chat), keys.map(({ waMessageId }) => waMessageId)];
  const { rows } = await pool.query<FoundRow>(findStatement(sight), values);
  return rows.map(toFoundMessage);
}

interface MessageSearch {
  workspaceId: string;
  sight: Sight;
  engineId: string;
  limit: number;
  skip: number;
  order: 'asc' | 'desc';
  chat?: string | undefined;
  /** Any of these in the text or file name. */
  words?: readonly string[] | undefined;
  since?: string | undefined;
  until?: string | undefined;
  hasMedia?: boolean | undefined;
  mime?: string | undefined;
  fileName?: string | undefined;
  sender?: string | undefined;
  /** Any of these kinds, or kinds of files. */
  kinds?: readonly ('text' | 'poll' | 'other' | MediaType)[] | undefined;
}

function conditionsOf(search: MessageSearch, bind: (value: unknown) => string): string {
  const { words = [], since, until, hasMedia, mime, fileName, sender, kinds } = search;
  const like = (text: string, part: string) => `${text} ilike ${bind(containing(part))}`;
  const anyOf = words.flatMap((word) => [like('body', word), like(`media->>'fileName'`, word)]);
  const all = [
    `kind not in ('reaction', 'vote')`,
    ...(anyOf.length > 0 ? [`(${anyOf.join(' or ')})`] : []),
    ...(since ? [`at >= ${bind(since)}::timestamptz`] : []),
    ...(until ? [`at <= ${bind(until)}::timestamptz`] : []),
    ...(hasMedia === undefined ? [] : [`(kind = 'media') = ${hasMedia}`]),
    ...(mime ? [`starts_with(lower(media->>'mimeType'), lower(${bind(mime)}))`] : []),
    ...(fileName ? [like(`media->>'fileName'`, fileName)] : []),
    ...(sender ? [like('writer', sender)] : []),
    ...(kinds
      ? [`case kind when 'media' then coalesce(media->>'media', 'document') else kind end = any (${bind(kinds)})`]
      : []),
  ];
  return all.join(' and ');
}

/** Matches are counted only up to this number; counting more would take longer than finding the page. */
const MAX_COUNTED = 1_000;

/**
 * One page of an engine's messages in both directions by time, and how many match. For very many matches the total is
 * only a lower bound: at least one more than the end of the page.
 */
export async function searchMessages(
  pool: pg.Pool,
  search: MessageSearch,
): Promise<{ data: FoundMessage[]; total: number }> {
  const { workspaceId, engineId, limit, skip, order } = search;
  const values: unknown[] = [workspaceId, engineId, limit, skip];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const chat = search.chat === undefined ? null : bind(search.chat);
  const conditions = `${conditionsOf(search, bind)} and ${chatIsSeen(search.sight, '$2', 'messages.chat')}`;
  const received = `select * from (
    select ${RECEIVED} from received_messages r join engines engine on engine.id = r.engine_id
    where r.engine_id = $2 and engine.workspace_id = $1 ${chat ? `and r.chat = ${chat}` : ''}) messages where ${conditions}`;
  const sent = `select * from (
    select ${sentAt('m.sent_at')} from messages m
    where m.engine_id = $2 and m.workspace_id = $1 and m.status = 'sent' and m.sent_at is not null and not m.deleted
      ${chat ? `and m.recipient = ${chat}` : ''}) messages where ${conditions}`;
  const ordered = `order by at ${order}, id ${order}`;
  const most = bind(MAX_COUNTED + 1);
  const { rows } = await pool.query<FoundRow & { total: number; id: string | null }>(
    `with shown as (
      select * from ((${received} ${ordered} limit $3::int + $4::int) union all (${sent} ${ordered} limit $3::int + $4::int)) messages
      ${ordered} limit $3::int offset $4::int
    ), counted as (
      select count(*)::int as total from ((${received} limit ${most}) union all (${sent} limit ${most})) messages
    )
    select ${CHAT_MESSAGE_COLUMNS}, shown.chat, counted.total
    from counted left join shown on true ${KNOWN}
    order by shown.at ${order}, shown.id ${order}`,
    values,
  );
  const data = rows.filter(({ id }) => id !== null).map(toFoundMessage);
  const total = rows[0]?.total ?? 0;
  return { data, total: total <= MAX_COUNTED ? total : Math.max(total, skip + data.length + 1) };
}
