import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { agentMessages } from './agent.schema.ts';
import { below, isSaidIn, type ReplyContent } from './conversations.ts';

/** Whether a reply is still being made. */
export async function isRunning(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db
    .select({ state: agentMessages.state })
    .from(agentMessages)
    .where(eq(agentMessages.id, messageId));
  return row?.state === 'pending';
}

/** Notes what a reply says or shows so far, for whoever comes back to it. @returns whether it is still being made */
export async function saveProgress(db: Db, messageId: string, soFar: Partial<ReplyContent>): Promise<boolean> {
  const { rowCount } = await db
    .update(agentMessages)
    .set(soFar)
    .where(and(eq(agentMessages.id, messageId), eq(agentMessages.state, 'pending')));
  return rowCount === 1;
}

/** The same, and it stays so until the transaction ends: whoever stops it meanwhile stops it after what was done. */
export async function insistOnReply(tx: Db, messageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: agentMessages.state })
    .from(agentMessages)
    .where(eq(agentMessages.id, messageId))
    .for('update');
  return row?.state === 'pending';
}

/** Adds what was done to what a reply shows, in the transaction that does it. */
export async function addDone(
  tx: Db,
  messageId: string,
  content: string,
  { toolResults = {}, totals = {}, widgets = [] }: Partial<ReplyContent>,
): Promise<void> {
  const withMore = (column: PgColumn, more: unknown) => sql`${column} || ${JSON.stringify(more)}::jsonb`;
  await tx
    .update(agentMessages)
    .set({
      content,
      toolResults: withMore(agentMessages.toolResults, toolResults),
      totals: withMore(agentMessages.totals, totals),
      widgets: withMore(agentMessages.widgets, widgets),
    })
    .where(eq(agentMessages.id, messageId));
}

/**
 * Marks the reply of a conversation that is being made as stopped; what was said so far is added by whoever makes it.
 * @returns whether there was one
 */
export async function stopReply(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'userId'>,
  conversationId: string,
  content: string,
): Promise<boolean> {
  const { rowCount } = await db
    .update(agentMessages)
    .set({ state: 'stopped', content: below(content) })
    .where(and(isSaidIn(db, actor, conversationId), eq(agentMessages.state, 'pending')));
  return (rowCount ?? 0) > 0;
}
