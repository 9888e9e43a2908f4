import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { messagesStale } from '../messages.events.ts';
import { messages } from '../messages.schema.ts';

/**
 * Cancels automated messages that are pending and cannot have been sent, in the caller's transaction.
 * @param ids messages of this workspace
 * @returns the number of cancelled messages, and the events
 */
export async function withdrawAutomated(
  tx: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ count: number; events: DomainEvent[] }> {
  if (ids.length === 0) return { count: 0, events: [] };
  const rows = await tx
    .update(messages)
    .set({ status: 'cancelled', holdRule: null, version: sql`version + 1`, updatedAt: sql`now()` })
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        inArray(messages.id, [...ids]),
        eq(messages.status, 'pending'),
        eq(messages.inDoubt, false),
      ),
    )
    .returning({ id: messages.id });
  return { count: rows.length, events: rows.length > 0 ? [messagesStale(workspaceId)] : [] };
}
