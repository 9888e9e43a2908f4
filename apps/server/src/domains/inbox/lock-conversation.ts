import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sightOf } from '../messages/index.ts';
import { conversations } from './inbox.schema.ts';

type Reader = Pick<Actor, 'userId' | 'workspaceId' | 'workspaceRole' | 'onBehalfOf'>;

/** @returns undefined if the reader may not see the conversation */
export async function findVisible(db: Db, reader: Reader, id: string) {
  const sight = await sightOf(db, reader);
  const isSeen =
    sight === null ? undefined : sql`exists (select from conversations c where c.id = ${id} and ${sql.raw(sight)})`;
  const [row] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.workspaceId, reader.workspaceId), isSeen));
  return row;
}

/** @throws Refusal `NOT_FOUND` if there is none that the reader may see */
export async function findConversation(db: Db, reader: Reader, id: string) {
  const row = await findVisible(db, reader, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/**
 * Like `findConversation`, and locks it until the end of the transaction. Locks the chat's bot session first, in the
 * same order as incoming messages.
 * @throws Refusal `NOT_FOUND`
 */
export async function lockConversation(tx: Db, actor: Actor, id: string): Promise<typeof conversations.$inferSelect> {
  const { engineId, chat } = await findConversation(tx, actor, id);
  await tx.execute(sql`select from bot_sessions where engine_id = ${engineId} and chat = ${chat} and status in ('active', 'waiting', 'paused')
    and test_flow is null for update`);
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
