import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify, settle } from '../../notifications/index.ts';
import { bots } from '../bots.schema.ts';
import type { SessionRow } from './execution.ts';
import type { ExecutionResult } from './execution-result.ts';

/** Notifies the workspace that a conversation failed or is paused; tests notify nobody. */
export async function notifyProblem(
  tx: Db,
  session: SessionRow,
  { status, reason }: Pick<ExecutionResult, 'status' | 'reason'>,
): Promise<DomainEvent[]> {
  if (session.testFlow !== null || (status !== 'failed' && status !== 'paused')) return [];
  const [bot] = await tx.select({ name: bots.name }).from(bots).where(eq(bots.id, session.botId));
  return notify(tx, {
    workspaceId: session.workspaceId,
    userId: null,
    kind: status === 'failed' ? 'bot-failing' : 'bot-paused',
    subject: session.botId,
    data: { id: session.botId, name: bot?.name ?? '', ...(reason ? { reason } : {}) },
  });
}

/** Settles the notification once a person has acted, so that the next problem is reported again. */
export async function settleProblem(
  tx: Db,
  { workspaceId, botId }: Pick<SessionRow, 'workspaceId' | 'botId'>,
  kind: 'bot-failing' | 'bot-paused',
): Promise<DomainEvent[]> {
  return settle(tx, { workspaceId, kind, subject: botId });
}
