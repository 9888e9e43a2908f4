import { MAX_RELATED, type RelatedChat } from '@switchyard/contracts/inbox/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { type Reader, sightOf } from '../messages/index.ts';
import type { Change } from './change-conversation.ts';
import { conversationChanged } from './inbox.events.ts';
import { actRefusal } from './inbox.policy.ts';
import type { ConversationRow } from './inbox.present.ts';
import { readChanged } from './inbox.queries.ts';
import { findConversation, lockConversation } from './lock-conversation.ts';

interface RelatedRow extends Record<string, unknown> {
  id: string;
  engine_id: string;
  engine_name: string;
  status: RelatedChat['status'];
  last_at: Date | string;
  is_merged: boolean;
  version: number;
}

/** Chats with a conversation's contact that the reader may see: this one, then those merged with it. */
export async function listRelated(db: Db, reader: Reader, id: string): Promise<RelatedChat[]> {
  const sight = await sightOf(db, reader);
  const { rows } = await db.execute<RelatedRow>(sql`
    select c.id, c.engine_id, e.name as engine_name, c.status, c.last_at, c.version,
      coalesce(c.merged_into, c.id) = coalesce(asked.merged_into, asked.id) as is_merged
    from conversations asked
    join engines e on e.workspace_id = asked.workspace_id
    join conversations c on c.engine_id = e.id and c.chat = asked.chat
    where asked.id = ${id} and asked.workspace_id = ${reader.workspaceId} and ${sql.raw(sight ?? 'true')}
    order by c.id <> asked.id, is_merged desc, c.last_at desc, c.id limit ${MAX_RELATED}`);
  return rows.map((row) => ({
    _id: row.id,
    engineId: row.engine_id,
    engineName: row.engine_name,
    status: row.status,
    at: new Date(row.last_at).toISOString(),
    isMerged: row.is_merged,
    version: row.version,
  }));
}

/** Statuses by remaining work, least first. A conversation snoozed regardless of replies stays snoozed. */
const RANKS = ['resolved', 'snoozed', 'pending', 'open'];
const ranks = sql.raw(`array['${RANKS.join("', '")}']`);

/**
 * Makes the conversation with the latest message the visible row of a group, with the team's work from another. The
 * others are resolved and keep the same people, so that they can see them.
 * @param given the conversation whose people, priority and labels count
 */
export const chooseVisibleRow = async (tx: Db, group: readonly string[], given: string) => {
  const members = sql`${sql.param([...group])}::uuid[]`;
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    with given as (select * from conversations where id = ${given}),
    liveliest as (
      select case when given.status = 'snoozed' and not given.wakes_on_reply then given.status
        else (${ranks})[max(array_position(${ranks}, one.status))] end as status, max(one.snoozed_until) as until
      from given, conversations one where one.id = any (${members}) or one.id = given.id group by given.status, given.wakes_on_reply
    ),
    latest as (select id from conversations where id = any (${members}) order by last_at desc, last_id desc limit 1)
    update conversations c set merged_into = case when c.id <> latest.id then latest.id end,
      status = case when c.id <> latest.id then 'resolved' else liveliest.status end,
      snoozed_until = case when c.id = latest.id and liveliest.status = 'snoozed' then liveliest.until end,
      wakes_on_reply = given.wakes_on_reply, assignee_id = given.assignee_id, team_id = given.team_id,
      priority = given.priority, labels = given.labels, version = c.version + 1
    from given, latest, liveliest where c.id = any (${members}) returning c.id, c.version`);
  return rows;
};

/** The conversations merged with any of these, locked in a fixed order. */
export const lockGroup = async (tx: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with heads as (select coalesce(merged_into, id) as id from conversations where id = any (${sql.param([...ids])}::uuid[]))
    select id from conversations where id in (select id from heads) or merged_into in (select id from heads) order by id for update`);
  return rows.map(({ id }) => id);
};

const recordEvent = (tx: Db, id: string, kind: 'merged' | 'separated', by: string) =>
  tx.execute(sql`insert into conversation_events (id, workspace_id, conversation_id, kind, actor_name)
    select gen_random_uuid(), workspace_id, id, ${kind}, ${by} from conversations where id = ${id}`);

/**
 * Merges two chats with one person, over two of our numbers, into one row of the inbox.
 * @throws Refusal `NOT_FOUND`; `INVALID` if it is another person's; `TOO_LATE`
 */
export const mergeConversations: Action<Change & { otherId: string }, ConversationRow> = (
  { db },
  actor,
  { id, version, otherId },
) =>
  db.transaction(async (tx) => {
    const row = await lockConversation(tx, actor, id);
    authorize(actRefusal(actor, 'merge', row, version));
    const other = await findConversation(tx, actor, otherId);
    if (other.chat !== row.chat || other.id === row.id || !row.chat.startsWith('+')) {
      throw invalid([faultAt('otherId', 'choice')]);
    }
    const group = await lockGroup(tx, [id, otherId]);
    const changed = await chooseVisibleRow(tx, group, row.mergedInto ?? id);
    await recordEvent(tx, id, 'merged', actor.fullName);
    await writeAudit(tx, actor, { action: 'conversation.merge', subject: id, details: { other: otherId } });
    return {
      result: await readChanged(tx, actor, id),
      events: changed.map((conversation) => conversationChanged(actor.workspaceId, conversation)),
    };
  });

/**
 * Separates a merged chat: unchanged if it was the visible row, otherwise open and unassigned.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`
 */
export const separateConversation: Action<Change, ConversationRow> = ({ db }, actor, { id, version }) =>
  db.transaction(async (tx) => {
    const row = await lockConversation(tx, actor, id);
    authorize(actRefusal(actor, 'separate', row, version));
    const others = (await lockGroup(tx, [id])).filter((memberId) => memberId !== id);
    const changed = others.length === 0 || row.mergedInto !== null ? [] : await chooseVisibleRow(tx, others, id);
    const alone = await tx.execute<{ id: string; version: number }>(sql`
      update conversations set version = version + 1, merged_into = null,
        status = case when merged_into is null then status else 'open' end,
        assignee_id = case when merged_into is null then assignee_id end
      where id = ${id} returning id, version`);
    await recordEvent(tx, id, 'separated', actor.fullName);
    await writeAudit(tx, actor, { action: 'conversation.separate', subject: id });
    return {
      result: await readChanged(tx, actor, id),
      events: [...changed, ...alone.rows].map((conversation) => conversationChanged(actor.workspaceId, conversation)),
    };
  });
