import { MAX_PREVIEW } from '@switchyard/contracts/chats/operations';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { chatMessagesStored, type StoredChatMessages } from '../messages/index.ts';
import { conversationChanged } from './inbox.events.ts';
import { chooseVisibleRow, lockGroup } from './merge-conversations.ts';
import { recordRatings } from './ratings.ts';
import { IS_HERE } from './teams.ts';
import { statusAfterSql } from './transitions.ts';

/** SQL: whether a row of `received_messages r` of an engine `e` was written by its own account. */
const IS_OURS = 'coalesce(r.from_me, r.writer is not distinct from e.phone_number)';
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** SQL: a bot is answering in the chat of `chat_update`. */
const BOT_HAS_IT = `exists (select from bot_sessions s where s.engine_id = chat_update.engine_id and s.chat = chat_update.chat
  and s.status in ('active', 'waiting') and s.test_flow is null)`;

/** SQL: the customer rated the conversation, which needs no answer. */
const IS_RATING = `(r.kind = 'vote' and exists (select from conversations rated join messages poll on poll.id = rated.rating_message_id
  where rated.engine_id = r.engine_id and rated.chat = r.chat and poll.wa_message_id = r.quoted_id))`;

/** SQL: the customer's first message after the last answer. @param of `out_at` and `out_id` of that answer, as SQL */
const firstUnanswered = (of: { engine: string; chat: string; outAt: string; outId: string }) => `(
  select r.written_at from received_messages r join engines e on e.id = r.engine_id
  where r.engine_id = ${of.engine} and r.chat = ${of.chat} and r.kind <> 'reaction' and not ${IS_RATING} and not ${IS_OURS}
    and r.written_at >= coalesce(${of.outAt}, '-infinity')
    and (date_trunc('second', r.written_at), r.id) > (coalesce(${of.outAt}, '-infinity'), coalesce(${of.outId}, '${NOBODY}'))
  order by r.written_at, r.id limit 1)`;

/**
 * A column of the later of two messages: of the row `c` and of the new data.
 * @param of `last`, `last_in` or `last_out`: which pair to compare
 */
const latest = (of: string, column: string): string =>
  `case when excluded.${of}_id is not null and (c.${of}_id is null or (excluded.${of}_at, excluded.${of}_id) > (c.${of}_at, c.${of}_id))
    then excluded.${column} else c.${column} end`;
const PROJECTED = {
  last: ['last_id', 'last_at', 'last_kind', 'preview', 'is_last_ours'],
  last_in: ['last_in_id', 'last_in_at'],
  last_out: ['last_out_id', 'last_out_at', 'last_out_by'],
};
const SET = Object.entries(PROJECTED)
  .flatMap(([of, columns]) => columns.map((column) => `${column} = ${latest(of, column)}`))
  .join(', ');

/** The status of a conversation `c` after new messages; messages older than the stored ones change nothing. */
const STATUS_AFTER = `case
  when (excluded.last_at, excluded.last_id) < (c.last_at, c.last_id) then c.status
  when excluded.is_last_ours then ${statusAfterSql('fromUs', 'c.status')}
  when not c.wakes_on_reply then ${statusAfterSql('quietly', 'c.status')}
  when excluded.status = 'pending' then ${statusAfterSql('toBot', 'c.status')}
  else ${statusAfterSql('fromCustomer', 'c.status')} end`;

/**
 * The person who started a new chat of `chat_update` by writing first, if they see only their teams' conversations or
 * their own: it is assigned to them, because they could not see it otherwise.
 */
const STARTED_BY = `(select p.user_id from inbox_people p
  join workspace_members m on m.organization_id = p.workspace_id and m.user_id = p.user_id and m.role = 'member'
  where p.workspace_id = chat_update.workspace_id and p.sees <> 'all' and p.user_id = coalesce(chat_update.out_by, (
    select wrote.created_by from messages wrote where wrote.engine_id = chat_update.engine_id and wrote.recipient = chat_update.chat
      and wrote.status = 'sent' and wrote.sent_at is not null and not wrote.deleted and wrote.origin <> 'campaign'
    order by wrote.sent_at desc, wrote.id desc limit 1)))`;

/**
 * Updates conversations with what was written, in one statement for any number of chats, with an event for each change
 * of status and each wait that ends.
 * @param said rows of `workspace_id, engine_id, chat, id, at, kind, text, is_ours, by`, each from the customer or a
 * person
 * @param isTold the messages are new and may open, wake and reopen; otherwise statuses stay unchanged
 */
export async function project(tx: Db, said: SQL, isTold: boolean): Promise<DomainEvent[]> {
  const statusAfter = sql.raw(isTold ? STATUS_AFTER : 'c.status');
  // When a conversation resolved by an absent owner reopens, it belongs to the team.
  const isAbandoned = sql`c.status = 'resolved' and ${statusAfter} <> 'resolved' and not exists (
    select from inbox_people p where p.workspace_id = c.workspace_id and p.user_id = c.assignee_id and ${IS_HERE})`;
  const firstOf = (answer: { engine: string; chat: string; outAt: string; outId: string }) =>
    sql.raw(firstUnanswered(answer));
  const updateColumns = {
    engine: 'chat_update.engine_id',
    chat: 'chat_update.chat',
    outAt: 'chat_update.out_at',
    outId: 'chat_update.out_id',
  };
  const kept = {
    engine: 'c.engine_id',
    chat: 'c.chat',
    outAt: latest('last_out', 'last_out_at'),
    outId: latest('last_out', 'last_out_id'),
  };
  const { rows } = await tx.execute<{ id: string; workspace_id: string; version: number }>(sql`
    with said as materialized (${said}),
    final as (select distinct on (engine_id, chat) * from said order by engine_id, chat, at desc, id desc),
    came as (select distinct on (engine_id, chat) * from said where not is_ours order by engine_id, chat, at desc, id desc),
    went as (select distinct on (engine_id, chat) * from said where is_ours order by engine_id, chat, at desc, id desc),
    chat_update as (
      select final.*, came.id as in_id, came.at as in_at, went.id as out_id, went.at as out_at, went.by as out_by
      from final
      left join came on came.engine_id = final.engine_id and came.chat = final.chat
      left join went on went.engine_id = final.engine_id and went.chat = final.chat
    ),
    before as (select c.id, c.engine_id, c.chat, c.status, c.assignee_id, c.last_out_id, c.waiting_since
      from conversations c join chat_update on chat_update.engine_id = c.engine_id and chat_update.chat = c.chat),
    projected as (
      insert into conversations as c (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, last_in_id, last_in_at,
        last_out_id, last_out_at, last_out_by, waiting_since, status, assignee_id)
      select gen_random_uuid(), chat_update.workspace_id, chat_update.engine_id, chat_update.chat, chat_update.id, chat_update.at, chat_update.kind, left(chat_update.text, ${MAX_PREVIEW}), chat_update.is_ours,
        chat_update.in_id, chat_update.in_at, chat_update.out_id, chat_update.out_at, chat_update.out_by, ${firstOf(updateColumns)},
        case when ${isTold} and not chat_update.is_ours and ${sql.raw(BOT_HAS_IT)} then 'pending' when ${isTold} or not chat_update.is_ours then 'open' else 'resolved' end,
        case when ${isTold} and before.id is null then ${sql.raw(STARTED_BY)} end
      from chat_update left join before on before.engine_id = chat_update.engine_id and before.chat = chat_update.chat order by chat_update.engine_id, chat_update.chat
      on conflict (engine_id, chat) do update set ${sql.raw(SET)}, waiting_since = ${firstOf(kept)}, status = ${statusAfter},
        snoozed_until = case when ${statusAfter} = 'snoozed' then c.snoozed_until end,
        assignee_id = case when not (${isAbandoned}) then c.assignee_id end,
        version = c.version + (case when ${statusAfter} <> c.status then 1 else 0 end)
      returning c.id, c.workspace_id, c.version, c.status, c.assignee_id, c.team_id, c.last_out_id, c.last_out_at, c.last_out_by, c.waiting_since
    ),
    answered as (
      insert into conversation_events (id, workspace_id, conversation_id, kind, actor_id, actor_name, team_id, since, created_at)
      select gen_random_uuid(), p.workspace_id, p.id, 'answered', p.last_out_by, u.name, p.team_id, before.waiting_since,
        case when p.last_out_at < now() - interval '5 seconds' then p.last_out_at else now() end
      from projected p join before on before.id = p.id left join users u on u.id = p.last_out_by
      where ${isTold} and before.waiting_since is not null and p.last_out_id is distinct from before.last_out_id
        and p.waiting_since is distinct from before.waiting_since
    ),
    noted as (
      insert into conversation_events (id, workspace_id, conversation_id, kind)
      select gen_random_uuid(), p.workspace_id, p.id, case
        when before.id is null and p.status = 'pending' then 'pending' when before.id is null then 'opened' when p.status = 'pending' then 'pending'
        when before.status = 'snoozed' then 'woken' when before.status = 'resolved' then 'reopened' else 'opened' end
      from projected p left join before on before.id = p.id
      where ${isTold} and p.status is distinct from before.status
    ),
    owned as (
      insert into conversation_events (id, workspace_id, conversation_id, kind, details)
      select gen_random_uuid(), p.workspace_id, p.id, case when p.assignee_id is null then 'unassigned' else 'assigned' end,
        case when u.id is null then '{}'::jsonb else jsonb_build_object('name', u.name) end
      from projected p left join before on before.id = p.id left join users u on u.id = p.assignee_id
      where p.assignee_id is distinct from before.assignee_id
    )
    select id, workspace_id, version from projected`);
  return rows.map(({ id, workspace_id, version }) => conversationChanged(workspace_id, { id, version }));
}

interface ProjectedMessage {
  id: string;
  workspace_id: string;
  engine_id: string;
  chat: string;
  at: string;
  kind: string;
  text: string;
  by: string;
}

const toProjected = ({ workspaceId, engineId, chat, messages }: StoredChatMessages): ProjectedMessage[] =>
  messages.flatMap(({ id, at, kind, text, by }) =>
    kind === 'reaction'
      ? []
      : [{ id, workspace_id: workspaceId, engine_id: engineId, chat, at: at.toISOString(), kind, text, by }],
  );

/** Updates the conversations of new messages, in the transaction that stores them. */
export const projectStored = chatMessagesStored.hookBatch('inbox', async (tx, written) => {
  const ratings = await recordRatings(tx, written);
  const newMessages = written.flatMap(toProjected).filter(({ id }) => !ratings.ids.has(id));
  if (newMessages.length === 0) return ratings.events;
  const chats = JSON.stringify(written.map(({ engineId, chat }) => ({ engine_id: engineId, chat })));
  // Read before the update, to have the previous state.
  const { rows: known } = await tx.execute<{ id: string; workspace_id: string; merged_into: string | null }>(sql`
    select c.id, c.workspace_id, c.merged_into from conversations c join json_to_recordset(${chats}::json) as t (engine_id uuid, chat text)
    on t.engine_id = c.engine_id and t.chat = c.chat order by c.engine_id, c.chat for update of c`);
  // Messages written here have their author in `messages`, and the time of their row.
  const events = await project(
    tx,
    sql`select t.workspace_id, t.engine_id, t.chat, t.id, date_trunc('second', coalesce(m.created_at, t.at)) as at, t.kind, t.text,
        t.by <> 'them' as is_ours, m.created_by as by
      from json_to_recordset(${JSON.stringify(newMessages)}::json) as t (id uuid, workspace_id uuid, engine_id uuid, chat text, at timestamptz, kind text, text text, by text)
      left join messages m on m.id = t.id and t.by = 'product'`,
    true,
  );
  for (const { id, workspace_id, merged_into: row } of known) {
    const changed = row === null ? [] : await chooseVisibleRow(tx, await lockGroup(tx, [id]), row);
    events.push(...changed.map((conversation) => conversationChanged(workspace_id, conversation)));
  }
  return [...ratings.events, ...events];
});

/** SQL: whether a person wrote a row of `messages m` to be sent at once. */
const WRITTEN_HERE = sql.raw(`m.origin = 'web' and m.due_at <= m.created_at + interval '1 second'`);

/**
 * Rebuilds the messages' part of all conversations from the stored messages. Keeps the team's work, and conversations
 * whose messages were purged. Writers of messages wait meanwhile.
 * @returns the number of conversations
 */
export async function rebuildConversations(tx: Db): Promise<number> {
  await tx.execute(sql`lock table conversations in share row exclusive mode`);
  await tx.execute(sql`update conversations c set last_id = ${NOBODY}, last_at = '-infinity', last_in_id = null, last_in_at = null, last_out_id = null, last_out_at = null,
    last_out_by = null, waiting_since = null
    where exists (select from received_messages r where r.engine_id = c.engine_id and r.chat = c.chat and r.kind <> 'reaction')
      or exists (select from messages m where m.engine_id = c.engine_id and m.recipient = c.chat and ${WRITTEN_HERE})`);
  const events = await project(
    tx,
    sql`select e.workspace_id, r.engine_id, r.chat, r.id, date_trunc('second', r.written_at) as at, r.kind, r.body as text, ${sql.raw(IS_OURS)} as is_ours,
        null::uuid as by
      from received_messages r join engines e on e.id = r.engine_id where r.kind <> 'reaction'
      union all
      select m.workspace_id, m.engine_id, m.recipient, m.id, date_trunc('second', m.created_at), coalesce(m.attachment->>'kind', 'text'), m.body, true, m.created_by
      from messages m where m.engine_id is not null and ${WRITTEN_HERE}`,
    false,
  );
  return events.length;
}
