import type { InboxCounts, ViewFilter } from '@switchyard/contracts/inbox/operations';
import type { ConversationStatus, InboxOrder, InboxView } from '@switchyard/contracts/inbox/views';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { containing, containsText } from '../../platform/database/text-search.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Sight, sightOf, viewerId } from '../messages/index.ts';
import type { ConversationRow, EntryRow } from './inbox.present.ts';
import { quickReplies } from './inbox.schema.ts';

type Reader = Pick<Actor, 'workspaceId' | 'userId' | 'workspaceRole' | 'onBehalfOf'>;
/** The condition over `c` for what a sight makes visible. */
const isSeen = (sight: Sight): SQL => sql.raw(sight ?? 'true');

const NAME = sql.raw(`coalesce(
  (select contact.name from contacts contact where contact.workspace_id = c.workspace_id and contact.mobile = c.chat limit 1),
  (select coalesce(facts.subject, facts.push_name) from chat_facts facts where facts.engine_id = c.engine_id and facts.chat = c.chat))`);

/** When an answer is due; a value calculated for an earlier wait does not count. */
const DUE = sql.raw(`case when c.status = 'open' and c.due_for = c.waiting_since then c.due_at end`);

/** WhatsApp id of the last message of a conversation `c`. */
const LAST_WA_ID = sql.raw(`coalesce(
  (select came.wa_message_id from received_messages came where came.id = c.last_id),
  (select went.wa_message_id from messages went where went.id = c.last_id))`);

/**
 * Conversations `c` with everything shown to a person. Each part is a separate subquery: PostgreSQL takes 40 ms and
 * more to plan a join of all of them, and 1 ms to execute it.
 */
const conversationsFor = (reader: Reader): SQL => sql`
  select c.*, ${NAME} as name, (select name from users where users.id = c.assignee_id) as assignee_name,
    (select name from inbox_teams where inbox_teams.id = c.team_id) as team_name, ${DUE} as due,
    (extract(epoch from c.last_at) * 1000000)::bigint as at_us, (extract(epoch from c.due_at) * 1000000)::bigint as due_us,
    c.last_in_id is not null and coalesce((select seen.seen_up_to from conversation_seen seen
      where seen.conversation_id = c.id and seen.user_id = ${viewerId(reader)}) < c.last_in_id, true) as is_unread,
    (select count(*)::int + 1 from conversations merged where merged.merged_into = c.id) as merged_chats,
    mark.deleted_at is not null as is_deleted, mark.edits->-1->>'text' as edited
  from conversations c
  left join message_marks mark on mark.engine_id = c.engine_id and mark.chat = c.chat and mark.wa_message_id = ${LAST_WA_ID}`;

const VIEWS: Record<InboxView, (userId: string) => SQL> = {
  mine: (userId) => sql`c.assignee_id = ${userId}`,
  unassigned: () => sql`c.assignee_id is null`,
  all: () => sql`true`,
};

type ListQuery = ViewFilter;

/** The visible conversations of a view. */
function matching(reader: Reader, sight: Sight, { view, status, teamId, priority, label, search }: ListQuery): SQL {
  const words = search?.replaceAll('\0', '').trim();
  const folded = (text: SQL) => sql`lower(${text} collate "und-x-icu") collate "C"`;
  return sql`${conversationsFor(reader)}
    where c.workspace_id = ${reader.workspaceId} and c.merged_into is null and ${VIEWS[view](viewerId(reader))} and ${isSeen(sight)}
      ${teamId ? sql`and c.team_id = ${teamId}` : sql``}
      ${priority ? sql`and c.priority = ${priority}` : sql``}
      ${label ? sql`and ${label.replaceAll('\0', '')} = any (c.labels)` : sql``}
      ${status ? sql`and c.status = ${status}` : sql``}
      ${words ? sql`and (${folded(NAME)} like ${folded(sql`${containing(words)}::text`)} or c.chat like ${containing(words)})` : sql``}`;
}

/** A page of conversations in an order, continuing after an earlier page. */
export async function listConversations(
  db: Db,
  reader: Reader,
  { limit, after, order, ...asked }: ListQuery & { limit: number; order: InboxOrder; after?: string | undefined },
): Promise<{ rows: ConversationRow[]; next: string | null }> {
  const sight = await sightOf(db, reader);
  const [us, id] = after?.split('.') ?? [];
  const [by, direction, behindIs] = order === 'due' ? ['c.due_at', 'asc', '>'] : ['c.last_at', 'desc', '<'];
  const place = sql`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond', ${id}::uuid)`;
  const behind = sql`and (${sql.raw(by)}, c.id) ${sql.raw(behindIs)} ${place}`;
  const { rows } = await db.execute<ConversationRow & { at_us: string; due_us: string }>(sql`
    ${matching(reader, sight, asked)} ${us && id ? behind : sql``} ${order === 'due' ? sql`and c.due_at is not null and ${DUE} is not null` : sql``}
    order by ${sql.raw(`${by} ${direction}, c.id ${direction}`)} limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > limit && last ? `${order === 'due' ? last.due_us : last.at_us}.${last.id}` : null,
  };
}

/** The total number of matches. */
export async function countMatching(db: Db, reader: Reader, query: ListQuery): Promise<number> {
  const sight = await sightOf(db, reader);
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${matching(reader, sight, query)}) matching`,
  );
  return rows[0]?.total ?? 0;
}

/** One conversation as shown to a person. @throws Refusal `NOT_FOUND` */
export const readConversation = async (db: Db, reader: Reader, id: string): Promise<ConversationRow> =>
  readOne(db, reader, id, await sightOf(db, reader));

/** The conversation for somebody who has just changed it, whether or not they can still see it. */
export const readChanged = (db: Db, reader: Reader, id: string): Promise<ConversationRow> =>
  readOne(db, reader, id, null);

async function readOne(db: Db, reader: Reader, id: string, sight: Sight): Promise<ConversationRow> {
  const { rows } = await db.execute<ConversationRow>(
    sql`${conversationsFor(reader)} where c.id = ${id} and c.workspace_id = ${reader.workspaceId} and ${isSeen(sight)}`,
  );
  if (!rows[0]) throw new Refusal('NOT_FOUND');
  return rows[0];
}

/** Number of conversations in every view and status. */
export async function countConversations(db: Db, reader: Reader): Promise<InboxCounts> {
  const sight = await sightOf(db, reader);
  interface Counted extends Record<string, unknown> {
    status: ConversationStatus;
    team_id: string | null;
    all: number;
    mine: number;
    unassigned: number;
  }
  const { rows } = await db.execute<Counted>(sql`
    select status, team_id, sum(count)::int as all,
      coalesce(sum(count) filter (where assignee_id = ${viewerId(reader)}), 0)::int as mine,
      coalesce(sum(count) filter (where assignee_id is null), 0)::int as unassigned
    from conversation_tallies c where workspace_id = ${reader.workspaceId} and ${isSeen(sight)} group by status, team_id`);
  const none = { open: 0, pending: 0, snoozed: 0, resolved: 0 };
  const counts: InboxCounts = { mine: { ...none }, unassigned: { ...none }, all: { ...none }, teams: [] };
  for (const { status, team_id: teamId, ...of } of rows) {
    for (const view of ['mine', 'unassigned', 'all'] as const) counts[view][status] += of[view];
    if (teamId !== null && status === 'open') counts.teams.push({ teamId, open: of.all });
  }
  return counts;
}

/** The active bot session of a chat, or null. */
export async function findActiveBot(db: Db, { engine_id, chat }: Pick<ConversationRow, 'engine_id' | 'chat'>) {
  const { rows } = await db.execute<{ session_id: string; name: string; is_paused: boolean }>(sql`
    select s.id as session_id, b.name, s.status = 'paused' as is_paused from bot_sessions s join bots b on b.id = s.bot_id
    where s.engine_id = ${engine_id} and s.chat = ${chat} and s.status in ('active', 'waiting', 'paused') and s.test_flow is null`);
  return rows[0] ?? null;
}

/** The conversations merged with this one, including itself. */
const mergedWith = (id: string): SQL => sql`(
  select c.id from conversations c, (select coalesce(merged_into, id) as id from conversations where id = ${id}) head
  where c.id = head.id or c.merged_into = head.id)`;

/** Events and notes of a conversation and of those merged with it, latest first. */
export async function readTimeline(
  db: Db,
  id: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const { rows } = await db.execute<EntryRow>(sql`
    select id, kind, actor_name as by, created_at as at, details, '' as text from conversation_events where conversation_id in ${mergedWith(id)} and kind <> 'answered'
    union all
    select id, 'note', author_name, created_at, '{}', text from conversation_notes where conversation_id in ${mergedWith(id)}
    order by at desc, id desc limit ${limit} offset ${skip}`);
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select (select count(*) from conversation_events where conversation_id in ${mergedWith(id)} and kind <> 'answered')::int
      + (select count(*) from conversation_notes where conversation_id in ${mergedWith(id)})::int as total`);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Shared quick replies and a person's own, by title. */
export async function listQuickReplies(
  db: Db,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  { limit, skip, search }: { limit: number; skip: number; search?: string | undefined },
) {
  const isVisible = and(
    eq(quickReplies.workspaceId, workspaceId),
    sql`(${quickReplies.isShared} or ${quickReplies.ownerId} = ${userId})`,
    search ? containsText(quickReplies.title, search) : undefined,
  );
  return pageOf(db, quickReplies, isVisible, { limit, skip }, quickReplies.title, quickReplies.id);
}
