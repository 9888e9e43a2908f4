import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { botSessionDue, botSessionsChanged } from './bots.events.ts';
import { botDeployments, botSessions } from './bots.schema.ts';
import { canTalkTo } from './runtime/choose-deployment.ts';
import { newState } from './runtime/session-state.ts';
import { numbersInConversations } from './schedule/run-schedules.ts';

const activeOf = (workspaceId: string, botId: string) =>
  and(eq(botDeployments.workspaceId, workspaceId), eq(botDeployments.botId, botId), isNull(botDeployments.endedAt));

/** Whether a bot of the workspace is deployed. */
export const isDeployed = async (db: Db, workspaceId: string, botId: string): Promise<boolean> =>
  (await db.$count(botDeployments, activeOf(workspaceId, botId))) > 0;

interface NewConversation {
  workspaceId: string;
  botId: string;
  engineId: string;
  /** E.164; must not have opted out. */
  chat: string;
  contactName: string;
  /** Number of automation runs that led to this conversation. */
  depth: number;
}

/**
 * Starts a conversation with a deployed bot, in the transaction of the automation that requests it.
 * @returns `inConversation` if the chat already has a live conversation, which continues
 */
export async function beginConversation(
  tx: Db,
  { workspaceId, botId, engineId, chat, contactName, depth }: NewConversation,
  now: Date,
): Promise<{ outcome: 'begun' | 'notDeployed' | 'inConversation'; events: DomainEvent[] }> {
  const [deployment] = await tx.select().from(botDeployments).where(activeOf(workspaceId, botId));
  if (!deployment || !canTalkTo(deployment.settings, chat)) return { outcome: 'notDeployed', events: [] };
  if ((await numbersInConversations(tx, workspaceId, [chat])).has(chat))
    return { outcome: 'inConversation', events: [] };
  const { id: deploymentId, versionId, trigger } = deployment;
  const [begun] = await tx
    .insert(botSessions)
    .values({
      ...{ id: newId(), workspaceId, botId, deploymentId, versionId, engineId, chat, contactName },
      ...{ status: 'active', nodeId: trigger.id, state: { ...newState(), depth }, wakeAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: botSessions.id });
  if (!begun) return { outcome: 'inConversation', events: [] };
  return {
    outcome: 'begun',
    events: [botSessionDue(workspaceId, { sessionId: begun.id, at: now }), botSessionsChanged(workspaceId, botId)],
  };
}
