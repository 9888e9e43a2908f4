import { type SQL, sql } from 'drizzle-orm';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Which chats somebody sees, as a condition over `conversations c`; null: all of the workspace. */
export type Sight = string | null;

type Reader = Pick<Actor, 'userId' | 'workspaceId' | 'workspaceRole' | 'onBehalfOf'> | SystemActor;

/** Through whose eyes: in support mode the person's who is helped. */
export const eyesOf = ({ userId, onBehalfOf }: Pick<Actor, 'userId' | 'onBehalfOf'>): string =>
  onBehalfOf?.userId ?? userId;

/**
 * Which chats somebody sees: owners, admins and the product itself all; a member all, those of their teams and their
 * own, or their own alone. Whoever is not known as a member sees only what is assigned to them.
 */
export async function sightOf(db: Db, reader: Reader): Promise<Sight> {
  if (reader.userId === null || reader.workspaceRole !== 'member') return null;
  const userId = eyesOf(reader);
  const { rows } = await db.execute<{ sees: 'all' | 'teams' | 'own'; teams: string[] }>(sql`
    select coalesce(p.sees, 'all') as sees, array(
      select t.id::text from inbox_teams t join inbox_team_members tm on tm.team_id = t.id
      where t.workspace_id = m.organization_id and tm.user_id = m.user_id
    ) as teams
    from workspace_members m left join inbox_people p on p.workspace_id = m.organization_id and p.user_id = m.user_id
    where m.organization_id = ${reader.workspaceId} and m.user_id = ${userId}`);
  const { sees = 'own', teams = [] } = rows[0] ?? {};
  if (sees === 'all') return null;
  // Ids come from the database: nothing in them ends a literal.
  const own = `c.assignee_id = '${userId}'`;
  return sees === 'own' ? own : `(${own} or c.team_id = any ('{${teams.join(',')}}'::uuid[]))`;
}

/** A sight as a condition over the chat of any row. @param engine, chat columns, as SQL */
export const chatIsSeen = (sight: Sight, engine: string, chat: string): string =>
  sight === null
    ? 'true'
    : `exists (select from conversations c where c.engine_id = ${engine} and c.chat = ${chat} and ${sight})`;

/** The same over `chat_facts`. */
export const groupIsSeen = (sight: Sight): SQL => sql.raw(chatIsSeen(sight, 'chat_facts.engine_id', 'chat_facts.chat'));

/** Of these chats of an engine those that somebody sees. */
export async function seenChats(db: Db, reader: Reader, engineId: string, chats: readonly string[]): Promise<string[]> {
  const sight = await sightOf(db, reader);
  if (sight === null) return [...chats];
  const { rows } = await db.execute<{ chat: string }>(sql`
    select asked.chat from json_array_elements_text(${JSON.stringify(chats)}::json) as asked (chat)
    where exists (select from conversations c where c.engine_id = ${engineId} and c.chat = asked.chat and ${sql.raw(sight)})`);
  return rows.map(({ chat }) => chat);
}

/** @throws Refusal `NOT_FOUND`: they don't see this chat */
export async function insistOnSeen(db: Db, reader: Reader, engineId: string, chat: string): Promise<void> {
  if ((await seenChats(db, reader, engineId, [chat.replaceAll('\0', '')])).length === 0) throw new Refusal('NOT_FOUND');
}

/**
 * A file that stands in chats is read by those who see one of them.
 * @returns whether it stands in chats of which they see none
 */
export async function isFileHidden(db: Db, reader: Reader, fileId: string): Promise<boolean> {
  const sight = await sightOf(db, reader);
  if (sight === null) return false;
  const { rows } = await db.execute<{ is_hidden: boolean }>(sql`
    select not bool_or(${sql.raw(chatIsSeen(sight, 'stood.engine_id', 'stood.chat'))}) as is_hidden from (
      select engine_id, chat from received_messages where file_id = ${fileId}
      union all select engine_id, chat from chat_facts where picture_file_id = ${fileId}
      union all select engine_id, recipient from messages
        where file_id = ${fileId} and origin = 'web' and engine_id is not null and created_by is distinct from ${reader.userId}
    ) stood`);
  return rows[0]?.is_hidden ?? false;
}
