import type { ChatFilter } from '@switchyard/contracts/chats/filters';
import { type Chat, MAX_PREVIEW, MAX_UNANSWERED } from '@switchyard/contracts/chats/operations';
import type pg from 'pg';
import { containing } from '../../platform/database/text-search.ts';
import { chatIsSeen, type Sight } from '../messages/index.ts';
import { actsOfChats } from './acts.queries.ts';
import { fromMe } from './chat-columns.ts';
import { END_OF_TIME } from './read-chat.ts';

/**
 * Up to this many messages per direction, the whole index is scanned from the end (25 ms). Beyond it, the query walks
 * from chat to chat (one look-up each, 10 µs), so that the cost grows with the chats rather than the messages (decision
 * 118).
 */
const MAX_SCANNED = 100_000;

/** Two ways to find a direction's latest message per chat, of which only one runs. */
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

/** Joins what is known of the chats of `chats`: the message itself, and facts and marks. */
const KNOWN = `
  join engines engine on engine.id = $1
  left join received_messages r on r.id = chats.came_id and (chats.went_at is null or chats.came_at >= chats.went_at)
  left join messages m on m.id = chats.went_id and r.id is null
  left join message_marks mark on mark.engine_id = $1 and mark.chat = chats.chat and mark.wa_message_id = coalesce(r.wa_message_id, m.wa_message_id)
  left join contacts on contacts.workspace_id = engine.workspace_id and contacts.mobile = chats.chat
  left join chat_facts facts on facts.engine_id = $1 and facts.chat = chats.chat`;
const TEXT = `case when mark.deleted_at is not null then '' else coalesce(mark.edits->-1->>'text', r.body, m.body) end`;
const IS_MINE = `(r.id is null or ${fromMe('r')})`;

/** `unreadIsUnknown`: only chats whose unread count the phone has not reported. `chat`: only this one. */
type ChatQuery = ChatFilter & { unreadIsUnknown?: true; chat?: string; sight: Sight };

/** A filter as conditions over `chats` and its joins. @param bind registers a value and returns its parameter */
function conditionsOf(filter: ChatQuery, bind: (value: unknown) => string): string[] {
  const { chat, search, kind, waiting, cameIn, unread, unreadIsUnknown, since, until, sight } = filter;
  // The message that waits for an answer says who owes one and since when.
  const at = cameIn ? 'chats.came_at' : waiting === 'them' ? 'chats.went_at' : 'chats.at';
  const words = search?.replaceAll('\0', '').trim();
  const like = words ? bind(containing(words)) : null;
  const folded = (text: string) => `lower(${text} collate "und-x-icu") collate "C"`;
  const searchedColumns = ['coalesce(contacts.name, facts.subject, facts.push_name)', 'chats.chat', TEXT];
  return [
    ...(sight === null ? [] : [chatIsSeen(sight, '$1', 'chats.chat')]),
    ...(chat ? [`chats.chat = ${bind(chat)}`] : []),
    ...(kind ? [`(chats.chat like '%@g.us') = ${kind === 'group'}`] : []),
    ...(unread ? ['facts.unread > 0'] : []),
    ...(unreadIsUnknown ? ['facts.unread is null'] : []),
    ...(waiting === 'us' ? [`not ${IS_MINE}`] : []),
    ...(waiting === 'them' ? [`${IS_MINE} and chats.went_at is not null`] : []),
    ...(cameIn ? ['chats.came_at is not null'] : []),
    ...(since ? [`${at} >= ${bind(since)}::timestamptz`] : []),
    ...(until ? [`${at} < ${bind(until)}::timestamptz`] : []),
    ...(like
      ? [`(${searchedColumns.map((text) => `${folded(text)} like ${folded(`${like}::text`)}`).join(' or ')})`]
      : []),
  ];
}

/**
 * Each chat's latest message in either direction, and the number of chats; a row without a chat if the page is empty.
 * Parameters: $1 engine id, $2 limit, $3 offset, $4 entries per direction above which to walk, $5 and $6 time
 * (microseconds since 1970) and name of the chat to start after; then those of the conditions.
 */
const listStatement = (conditions: readonly string[]) => `
  with recursive ${latest('came', 'received_messages', 'chat', 'written_at', 'engine_id = $1')},
  ${latest('went', 'messages', 'recipient', 'sent_at', "engine_id = $1 and status = 'sent' and sent_at is not null and not deleted")},
  chats as (
    select chat, came.at as came_at, came.id as came_id, went.at as went_at, went.id as went_id, greatest(came.at, went.at) as at
    from came full join went using (chat)
  ),
  matching as (select chats.* from chats ${conditions.length > 0 ? `${KNOWN} where ${conditions.join(' and ')}` : ''}),
  shown as (
    select * from matching
    where at < timestamptz 'epoch' + $5::bigint * interval '1 microsecond' or (at = timestamptz 'epoch' + $5::bigint * interval '1 microsecond' and chat > $6)
    order by at desc, chat limit $2 offset $3
  )
  select chats.chat, (extract(epoch from chats.at) * 1000000)::bigint as at_us, chats.came_at, chats.went_at, counted.total, chats.at,
    contacts.name as contact, facts.subject, facts.size, r.writer, facts.push_name, facts.unread, facts.picture_file_id, facts.is_archived, facts.is_pinned,
    facts.muted_until,
    coalesce(r.kind, m.attachment->>'kind', 'text') as kind, mark.deleted_at is not null as is_deleted, coalesce(mark.edits, '[]') <> '[]' as is_edited,
    left(${TEXT}, ${MAX_PREVIEW}) as text,
    case when r.id is null then 'product' when ${fromMe('r')} then 'phone' end as via,
    (select count(*)::int from (
      select bool_or(is_mine) over (order by written_at desc, id desc) as answered from (
        select ${fromMe('later')} as is_mine, later.written_at, later.id from received_messages later
        where later.engine_id = $1 and later.chat = chats.chat and later.written_at > coalesce(chats.went_at, '-infinity')
        order by later.written_at desc, later.id desc limit ${MAX_UNANSWERED}
      ) latest
    ) counted where not answered) as unanswered
  from (select count(*)::int as total from matching) counted
  left join shown chats on true
  ${KNOWN}
  order by chats.at desc, chats.chat`;

interface ChatRow extends Names {
  chat: string | null;
  at: Date;
  at_us: string;
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
  is_archived: boolean | null;
  is_pinned: boolean | null;
  muted_until: Date | null;
  total: number;
}

interface Names {
  contact: string | null;
  subject: string | null;
  push_name: string | null;
}

/** As in the contract. */
const CURSOR = /^(\d{1,17})\.(.{1,128})$/;

/** One page of an engine's chats, latest first, and how many match the filter. */
export async function listChats(
  pool: pg.Pool,
  query: { engineId: string; limit: number; skip: number; after?: string | undefined } & ChatQuery,
  readWhole = MAX_SCANNED,
): Promise<{ data: Chat[]; total: number; next: string | null }> {
  const { engineId, limit, skip, after, ...filter } = query;
  const [, us = END_OF_TIME.us, chat = ''] = CURSOR.exec(after ?? '') ?? [];
  const values: unknown[] = [engineId, limit + 1, skip, readWhole, us, chat];
  const conditions = conditionsOf(filter, (value) => `$${values.push(value)}`);
  const { rows } = await pool.query<ChatRow>(listStatement(conditions), values);
  const found = rows.flatMap((row) => (row.chat === null ? [] : [{ ...row, chat: row.chat }]));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const acts = await actsOfChats(
    pool,
    engineId,
    shown.map((row) => row.chat),
  );
  return {
    data: shown.map((row) => ({
      chat: row.chat,
      ...resolveName(row),
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
      isArchived: row.is_archived,
      isPinned: row.is_pinned,
      mutedUntil: row.muted_until?.toISOString() ?? null,
      acts: acts.get(row.chat) ?? [],
    })),
    total: rows[0]?.total ?? 0,
    next: found.length > limit && last ? `${last.at_us}.${last.chat}` : null,
  };
}

function resolveName({ contact, subject, push_name }: Names): Pick<Chat, 'name' | 'nameFrom'> {
  if (contact !== null) return { name: contact, nameFrom: 'contact' };
  if (subject !== null) return { name: subject, nameFrom: 'subject' };
  return { name: push_name, nameFrom: push_name === null ? null : 'push-name' };
}
