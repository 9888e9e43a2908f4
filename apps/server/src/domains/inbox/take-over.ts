import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Handover } from '../bots/index.ts';
import { conversationChanged } from './inbox.events.ts';
import { conversationEvents, conversations } from './inbox.schema.ts';
import { TRANSITIONS } from './transitions.ts';

/**
 * Opens the conversation that a bot hands over, with what it has collected. A bot that wrote first and was never
 * answered hands over nothing.
 */
export async function openHandedOver(
  tx: Db,
  { workspaceId, engineId, chat, botName, note, answers }: Handover,
): Promise<DomainEvent[]> {
  const [row] = await tx
    .update(conversations)
    .set({ status: TRANSITIONS.handOver.pending, snoozedUntil: null, version: sql`${conversations.version} + 1` })
    .where(and(eq(conversations.engineId, engineId), eq(conversations.chat, chat)))
    .returning({ id: conversations.id, version: conversations.version });
  if (!row) return [];
  const details = { name: botName, text: note, answers };
  await tx.insert(conversationEvents).values({ workspaceId, conversationId: row.id, kind: 'handed-over', details });
  return [conversationChanged(workspaceId, row)];
}
