import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { messages } from './messages.schema.ts';
import { messageSeries } from './series.schema.ts';

/** Which chats somebody sees, as a condition over `conversations c`; null: all of the workspace. */
export type Sight = string | null;

export type Reader = Pick<Actor, 'userId' | 'workspaceId' | 'workspaceRole' | 'onBehalfOf'> | SystemActor;

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

/** The conversations that a sight lets somebody see. */
const conversationsSeen = (sight: string, columns: string): SQL =>
  sql.raw(`(select ${columns} from conversations c where ${sight})`);

/** Which messages somebody sees, as a condition: what they wrote, and what is for chats that they see; undefined: all. */
export async function messagesSeenBy(db: Db, reader: Reader): Promise<SQL | undefined> {
  const sight = await sightOf(db, reader);
  if (sight === null || reader.userId === null) return undefined;
  const chat = sql`(${messages.engineId}, ${messages.recipient})`;
  return sql`(${messages.createdBy} = ${eyesOf(reader)} or ${chat} in ${conversationsSeen(sight, 'c.engine_id, c.chat')})`;
}

/** Whom somebody sees written to: by the engine that does it, or by whichever as long as none is chosen. */
export async function recipientsSeenBy(
  db: Db,
  reader: Reader,
  { engineId, recipient }: { engineId: SQLWrapper; recipient: SQLWrapper },
): Promise<SQL | undefined> {
  const sight = await sightOf(db, reader);
  if (sight === null) return undefined;
  const ofWorkspace = sql`(select c.chat from conversations c where c.workspace_id = ${reader.workspaceId} and ${sql.raw(sight)})`;
  return sql`((${engineId}, ${recipient}) in ${conversationsSeen(sight, 'c.engine_id, c.chat')}
    or (${engineId} is null and ${recipient} in ${ofWorkspace}))`;
}

/** Which series somebody sees: what they wrote, and what recurs in chats that they see. */
export async function seriesSeenBy(db: Db, reader: Reader): Promise<SQL | undefined> {
  const seen = await recipientsSeenBy(db, reader, messageSeries);
  if (seen === undefined || reader.userId === null) return undefined;
  return sql`(${messageSeries.createdBy} = ${eyesOf(reader)} or ${seen})`;
}
