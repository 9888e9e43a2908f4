import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { NewlySuppressed } from '../../suppression/index.ts';
import { botSessions } from '../bots.schema.ts';
import { isLive } from './live.ts';
import { closeSession } from './take-over.ts';

/** Ends the conversations of a contact who opts out, in the transaction that stores the opt-out. */
export async function endSuppressedSessions(
  tx: Db,
  { workspaceId, mobile, reason }: NewlySuppressed,
): Promise<DomainEvent[]> {
  const live = await tx
    .select()
    .from(botSessions)
    .where(and(eq(botSessions.workspaceId, workspaceId), eq(botSessions.chat, mobile), isLive))
    .for('update');
  const events: DomainEvent[] = [];
  for (const session of live) {
    const botEvents = [{ process: 'contact_opted_out' as const }, { process: 'session_ended' as const }];
    events.push(...(await closeSession(tx, session, { reason, botEvents })));
  }
  return events;
}
