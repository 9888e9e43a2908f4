import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { messages } from './messages.schema.ts';
import { messageSeries } from './series.schema.ts';

/** The chats visible to a reader, as a condition over `conversations c`. Null: all chats of the workspace. */
export type Sight = string | null;

export type Reader = Pick<Actor, 'userId' | 'workspaceId' | 'workspaceRole' | 'onBehalfOf'> | SystemActor;

/** The user whose view applies: in support mode, the person being helped. */
export const viewerId = ({ userId, onBehalfOf }: Pick<Actor, 'userId' | 'onBehalfOf'>): string =>
  onBehalfOf?.userId ?? userId;

/**
 * The chats visible to a reader. Owners, admins and the product itself see all; members see all, those of their teams
 * and their own, or only their own. A reader who is not a known member sees only assigned chats.
 */
export async function sightOf(db: Db, reader: Reader): Promise<Sight> {
  if (reader.userId === null || reader.workspaceRole !== 'member') return null;
  const userId = viewerId(reader);
  const { rows } = await db.execute<{ sees: 'all' | 'teams' | 'own'; teams: string[] }>(sql`
    select coalesce(p.sees, 'all') as sees, array(
      select t.id::text from inbox_teams t join inbox_team_members tm on tm.team_id = t.id
      where t.workspace_id = m.organization_id and tm.user_id = m.user_id
    ) as teams
    from workspace_members m left join inbox_people p on p.workspace_id = m.organization_id and p.user_id = m.user_id
    where m.organization_id = ${reader.workspaceId} and m.user_id = ${userId}`);
  const { sees = 'own', teams = [] } = rows[0] ?? {};
  if (sees === 'all') return null;
  // Ids come from the database, so they cannot break out of the literal.
  const own = `c.assignee_id = '${userId}'`;
  return sees === 'own' ? own : `(${own} or c.team_id = any ('{${teams.join(',')}}'::uuid[]))`;
}

/** A sight as a condition over the chat of any row. @param engine SQL expression, like `chat` */
export const chatIsSeen = (sight: Sight, engine: string, chat: string): string =>
  sight === null
    ? 'true'
    : `exists (select from conversations c where c.engine_id = ${engine} and c.chat = ${chat} and ${sight})`;

const conversationsSeen = (sight: string, columns: string): SQL =>
  sql.raw(`(select ${columns} from conversations c where ${sight})`);

/** The messages visible to a reader, as a condition: their own, and those to visible chats. Undefined: all. */
export async function messagesSeenBy(db: Db, reader: Reader): Promise<SQL | undefined> {
  const sight = await sightOf(db, reader);
  if (sight === null || reader.userId === null) return undefined;
  const chat = sql`(${messages.engineId}, ${messages.recipient})`;
  return sql`(${messages.createdBy} = ${viewerId(reader)} or ${chat} in ${conversationsSeen(sight, 'c.engine_id, c.chat')})`;
}

/**
 * The recipients visible to a reader: in chats of the row's engine, or of any engine while the row has none. Undefined:
 * all.
 */
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

/** The series visible to a reader: their own, and those to visible chats. Undefined: all. */
export async function seriesSeenBy(db: Db, reader: Reader): Promise<SQL | undefined> {
  const seen = await recipientsSeenBy(db, reader, messageSeries);
  if (seen === undefined || reader.userId === null) return undefined;
  return sql`(${messageSeries.createdBy} = ${viewerId(reader)} or ${seen})`;
}
