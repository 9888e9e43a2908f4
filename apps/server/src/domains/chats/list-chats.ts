import { type Chat, MAX_PREVIEW, MAX_UNANSWERED } from '@switchyard/contracts/chats';
import type pg from 'pg';
import { fromMe } from './chat-columns.ts';

/**
 * Up to so many messages of a side, their index is read from its end to its beginning (25 ms); beyond that it is walked from chat to chat (a look-up each,
 * 10 µs), so that the cost grows with the chats and not with the messages (decision 118).
 */
const READ_WHOLE = 100_000;

/** The two parts of a side's latest message of each chat, of which only one does any work. */
function latest(name: string, table: string, chat: string, at: string, where: string): string {
  const entry = `select ${chat} as chat, ${at} as at, id from ${table} where ${where}`;
  const order = `order by ${chat} desc, ${at} desc, id desc`;
  const isLong = `(select is_long from ${name}_length)`;
  return `${name}_length as materialized (
    select count(*) >= $4::int as is_long from (select from ${table} where ${where} limit $4) counted
  ), ${name}_walked as (
    (${entry} and ${isLong} ${order} limit 1)
    union all
    select next.* from ${name}_walked walked cross join lateral (${entry} and ${chat} < walked.chat ${order} limit 1) next
  ), ${name} as (
    select * from ${name}_walked
    union all
    select * from (select distinct on (${chat}) ${chat} as chat, ${at} as at, id from ${table} where ${where} and not ${isLong} ${order}) read
  )`;
}

/**
 * Each chat's latest message in either direction.
 * Parameters: $1 engine id, $2 most rows, $3 rows to pass over, $4 entries of a side from which on it is walked.
 */
const LIST = `
  with recursive ${latest('came', 'received_messages', 'chat', 'written_at', 'engine_id = $1')},
  ${latest('went', 'messages', 'recipient', 'sent_at', "engine_id = $1 and status = 'sent' and sent_at is not null and not deleted")},
  shown as (
    select chat, came.at as came_at, came.id as came_id, went.at as went_at, went.id as went_id, count(*) over ()::int as total
    from came full join went using (chat)
    order by greatest(came.at, went.at) desc, chat limit $2 offset $3
  )
  select shown.chat, shown.came_at, shown.went_at, shown.total, greatest(shown.came_at, shown.went_at) as at,
    contacts.name as contact, facts.subject, facts.size, r.writer, facts.push_name, facts.unread, facts.picture_file_id,
    coalesce(r.kind, m.attachment->>'kind', 'text') as kind, mark.deleted_at is not null as is_deleted, coalesce(mark.edits, '[]') <> '[]' as is_edited,
    left(case when mark.deleted_at is not null then '' else coalesce(mark.edits->-1->>'text', r.body, m.body) end, ${MAX_PREVIEW}) as text,
    case when r.id is null then 'product' when ${fromMe('r')} then 'phone' end as via,
    (select count(*)::int from (
      select bool_or(is_mine) over (order by written_at desc, id desc) as answered from (
        select ${fromMe('later')} as is_mine, later.written_at, later.id from received_messages later
        where later.engine_id = $1 and later.chat = shown.chat and later.written_at > coalesce(shown.went_at, '-infinity')
        order by later.written_at desc, later.id desc limit ${MAX_UNANSWERED}
      ) latest
    ) counted where not answered) as unanswered
  from shown
  join engines engine on engine.id = $1
  left join received_messages r on r.id = shown.came_id and (shown.went_at is null or shown.came_at >= shown.went_at)
  left join messages m on m.id = shown.went_id and r.id is null
  left join message_marks mark on mark.engine_id = $1 and mark.chat = shown.chat and mark.wa_message_id = coalesce(r.wa_message_id, m.wa_message_id)
  left join contacts on contacts.workspace_id = engine.workspace_id and contacts.mobile = shown.chat
  left join chat_facts facts on facts.engine_id = $1 and facts.chat = shown.chat
  order by at desc, shown.chat`;

interface ChatRow extends Names {
  chat: string;
  at: Date;
  came_at: Date | null;
  went_at: Date | null;
  kind: Chat['latest']['kind'];
  text: string;
  is_deleted: boolean;
  is_edited: boolean;
  via: Chat['latest']['via'];
  unanswered: number;
  unread: number | null;
  size: number | null;
  writer: string | null;
  picture_file_id: string | null;
  total: number;
}

interface Names {
  contact: string | null;
  subject: string | null;
  push_name: string | null;
}

/** One page of an engine's chats, the one with the latest message first. */
export async function listChats(
  pool: pg.Pool,
  { engineId, limit, skip }: { engineId: string; limit: number; skip: number },
  readWhole = READ_WHOLE,
): Promise<{ data: Chat[]; total: number }> {
  const { rows } = await pool.query<ChatRow>(LIST, [engineId, limit, skip, readWhole]);
  return {
    data: rows.map((row) => ({
      chat: row.chat,
      ...named(row),
      latest: {
        fromMe: row.via !== null,
        from: row.via === null ? row.writer : null,
        via: row.via,
        kind: row.kind,
        text: row.text,
        at: row.at.toISOString(),
        isEdited: row.is_edited,
        isDeleted: row.is_deleted,
      },
      lastReceivedAt: row.came_at?.toISOString() ?? null,
      lastSentAt: row.went_at?.toISOString() ?? null,
      unanswered: row.unanswered,
      unread: row.unread,
      size: row.size,
      pictureFileId: row.picture_file_id,
    })),
    total: rows[0]?.total ?? 0,
  };
}

function named({ contact, subject, push_name }: Names): Pick<Chat, 'name' | 'nameFrom'> {
  if (contact !== null) return { name: contact, nameFrom: 'contact' };
  if (subject !== null) return { name: subject, nameFrom: 'subject' };
  return { name: push_name, nameFrom: push_name === null ? null : 'push-name' };
}
