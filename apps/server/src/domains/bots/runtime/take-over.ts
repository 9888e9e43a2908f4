import { type Text, text } from '@switchyard/contracts/text/text';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { withdrawAutomated } from '../../messages/index.ts';
import { botSessionsChanged } from '../bots.events.ts';
import { botDeployments, botSayings, botSessions } from '../bots.schema.ts';
import type { SessionRow } from './execution.ts';
import { type BotEvent, recordBotEvents } from './record.ts';

const REASONS = {
  phone: text('sessionOnPhone'),
  product: text('sessionInProduct'),
  loop: text('sessionOtherBot'),
  button: text('sessionPaused'),
} as const;

/**
 * A person, or the rule against two bots talking to each other, takes over the chat: the bot is silent, and its
 * messages that are not on their way are withdrawn.
 */
export async function takeOver(tx: Db, session: SessionRow, by: keyof typeof REASONS): Promise<DomainEvent[]> {
  const isPaused = session.status === 'paused';
  const wakeAt = by === 'loop' ? null : await resumesAt(tx, session, new Date());
  await tx
    .update(botSessions)
    .set({ status: 'paused', reason: REASONS[by], wakeAt, inbox: [], updatedAt: new Date() })
    .where(eq(botSessions.id, session.id));
  const dropped = await withdrawBotMessages(tx, [session]);
  if (!isPaused) {
    const botEvents: BotEvent[] = [
      {
        process: by === 'loop' ? 'loop_stopped' : by === 'button' ? 'session_paused' : 'person_took_over',
        details: { by },
      },
    ];
    await recordBotEvents(tx, { ...session, isTest: session.testFlow !== null }, botEvents);
  }
  return [...dropped, botSessionsChanged(session.workspaceId, session.botId)];
}

/** Ends a session for good. */
export async function closeSession(
  tx: Db,
  session: SessionRow,
  { reason, botEvents }: { reason: Text | null; botEvents: BotEvent[] },
): Promise<DomainEvent[]> {
  const now = new Date();
  await tx
    .update(botSessions)
    .set({ status: 'ended', reason, wakeAt: null, inbox: [], updatedAt: now, endedAt: now })
    .where(eq(botSessions.id, session.id));
  await recordBotEvents(tx, { ...session, isTest: session.testFlow !== null }, botEvents);
  return [...(await withdrawBotMessages(tx, [session])), botSessionsChanged(session.workspaceId, session.botId)];
}

/** Withdraws bot messages that are not on their way, including those of ended conversations. */
export async function withdrawBotMessages(
  tx: Db,
  chats: readonly Pick<SessionRow, 'workspaceId' | 'engineId' | 'chat'>[],
): Promise<DomainEvent[]> {
  if (chats.length === 0) return [];
  const { rows: said } = await tx.execute<{ id: string; workspace_id: string }>(sql`
    select s.id, taken.workspace_id
    from json_to_recordset(${JSON.stringify(chats.map(({ workspaceId, engineId, chat }) => ({ workspace_id: workspaceId, engine_id: engineId, chat })))}::json)
      as taken (workspace_id uuid, engine_id uuid, chat text)
    join ${botSayings} s on s.engine_id = taken.engine_id and s.chat = taken.chat`);
  const events: DomainEvent[] = [];
  for (const [workspaceId, sayings] of Map.groupBy(said, (message) => message.workspace_id)) {
    const ids = sayings.map(({ id }) => id);
    events.push(...(await withdrawAutomated(tx, workspaceId, ids)).events);
  }
  return events;
}

/** When a paused session resumes automatically; null if only a person can resume it. */
export async function resumesAt(tx: Db, { deploymentId }: SessionRow, now: Date): Promise<Date | null> {
  if (deploymentId === null) return null;
  const [row] = await tx
    .select({ settings: botDeployments.settings })
    .from(botDeployments)
    .where(eq(botDeployments.id, deploymentId));
  const hours = row?.settings.resumeAfterHours ?? null;
  return hours === null ? null : new Date(now.getTime() + hours * 3_600_000);
}
