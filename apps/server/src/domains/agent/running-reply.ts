import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { agentMessages } from './agent.schema.ts';
import { appendText, inConversation, type ReplyContent } from './conversations.ts';

/** Whether a reply is still pending. */
export async function isRunning(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db
    .select({ state: agentMessages.state })
    .from(agentMessages)
    .where(eq(agentMessages.id, messageId));
  return row?.state === 'pending';
}

/** Saves a reply's progress, for anyone who reloads it. @returns whether it is still pending */
export async function saveProgress(db: Db, messageId: string, soFar: Partial<ReplyContent>): Promise<boolean> {
  const { rowCount } = await db
    .update(agentMessages)
    .set(soFar)
    .where(and(eq(agentMessages.id, messageId), eq(agentMessages.state, 'pending')));
  return rowCount === 1;
}

/** The same, locking the reply until the transaction ends, so that a stop takes effect after what was done. */
export async function lockRunningReply(tx: Db, messageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: agentMessages.state })
    .from(agentMessages)
    .where(eq(agentMessages.id, messageId))
    .for('update');
  return row?.state === 'pending';
}

/** Adds what was done to a reply, in the transaction that does it. */
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
 * Marks the conversation's pending reply as stopped; the process that makes it adds the text so far.
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
    .set({ state: 'stopped', content: appendText(content) })
    .where(and(inConversation(db, actor, conversationId), eq(agentMessages.state, 'pending')));
  return (rowCount ?? 0) > 0;
}
