import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listLabelled } from '../../contacts/index.ts';
import { engines } from '../../engines/engines.schema.ts';
import { findEngine, sendingEngineOf } from '../../engines/index.ts';
import { isSuppressed } from '../../suppression/index.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { botDeployments, botSessions } from '../bots.schema.ts';
import { canTalkTo } from '../runtime/choose-deployment.ts';
import { isLive } from '../runtime/live.ts';
import { newState } from '../runtime/session-state.ts';
import { nextRun } from './next-run.ts';

const POLL_INTERVAL_MS = 5_000;
const CONTACTS_AT_ONCE = 100;
/** Maximum delay of a run: a server that was down in the morning greets nobody in the afternoon. */
const MAX_DELAY_MS = 3_600_000;

/**
 * Starts a batch of conversations for each due schedule.
 * @returns whether more may be due; safe in several processes at once
 */
export async function runSchedules({
  database,
  events,
  log,
}: Pick<Platform, 'database' | 'events' | 'log'>): Promise<boolean> {
  const due = await database.db
    .select({ id: botDeployments.id })
    .from(botDeployments)
    .where(and(isNull(botDeployments.endedAt), lte(botDeployments.nextRunAt, new Date())))
    .orderBy(botDeployments.nextRunAt)
    .limit(CONTACTS_AT_ONCE);
  let isMore = false;
  for (const { id } of due) {
    try {
      const happened = await database.db.transaction((tx) => startConversations(tx, id, new Date()));
      events.dispatch(happened);
      isMore ||= happened.length > 0;
    } catch (error) {
      log.error({ err: error, deploymentId: id }, 'a scheduled bot run failed; retrying');
    }
  }
  return isMore;
}

/**
 * Starts conversations with the next contacts of a run, and saves the progress in the same transaction, so that no
 * contact gets two.
 */
async function startConversations(tx: Db, deploymentId: string, now: Date): Promise<DomainEvent[]> {
  const [deployment] = await tx
    .select()
    .from(botDeployments)
    .where(eq(botDeployments.id, deploymentId))
    .for('update', { skipLocked: true });
  if (!deployment?.nextRunAt || deployment.endedAt || deployment.nextRunAt > now) return [];
  const { workspaceId, trigger, runDoneTo } = deployment;
  const isMissed = runDoneTo === null && now.getTime() - deployment.nextRunAt.getTime() > MAX_DELAY_MS;
  const contacts = isMissed
    ? []
    : await listLabelled(tx, workspaceId, { label: trigger.label.trim(), after: runDoneTo, limit: CONTACTS_AT_ONCE });
  const last = contacts.at(-1);
  const isDone = contacts.length < CONTACTS_AT_ONCE;
  const { zone = 'UTC' } = (await findWorkspace(tx, workspaceId)) ?? {};
  await tx
    .update(botDeployments)
    .set(isDone || !last ? { nextRunAt: nextRun(trigger, zone, now), runDoneTo: null } : { runDoneTo: last.id })
    .where(eq(botDeployments.id, deploymentId));
  const engineId = await engineOf(tx, deployment);
  if (engineId === null) return [];
  const mobiles = contacts.map(({ mobile }) => mobile);
  const unwilling = await isSuppressed(tx, workspaceId, mobiles);
  const talking = await numbersInConversations(tx, workspaceId, mobiles);
  const rows = contacts
    .filter(({ mobile }) => canTalkTo(deployment.settings, mobile) && !unwilling.has(mobile) && !talking.has(mobile))
    .map(({ mobile, name }) => ({
      id: newId(),
      workspaceId,
      botId: deployment.botId,
      deploymentId,
      versionId: deployment.versionId,
      engineId,
      chat: mobile,
      contactName: name,
      status: 'active' as const,
      nodeId: trigger.id,
      state: newState(),
      wakeAt: now,
    }));
  if (rows.length === 0) return [];
  // A conversation may have started concurrently.
  const started = await tx.insert(botSessions).values(rows).onConflictDoNothing().returning({ id: botSessions.id });
  return [
    ...started.map(({ id: sessionId }) => botSessionDue(workspaceId, { sessionId, at: now })),
    botSessionsChanged(workspaceId, deployment.botId),
  ];
}

/** The numbers that are in a conversation with a bot, through any of the workspace's engines; they stay in it. */
export async function numbersInConversations(
  tx: Db,
  workspaceId: string,
  mobiles: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ chat: botSessions.chat })
    .from(botSessions)
    .innerJoin(engines, eq(engines.id, botSessions.engineId))
    .where(
      and(
        eq(engines.workspaceId, workspaceId),
        isLive,
        sql`${botSessions.chat} = any (${sql.param([...mobiles])}::text[])`,
      ),
    );
  return new Set(rows.map(({ chat }) => chat));
}

/**
 * The deployment's first existing engine, or the workspace's default engine for new messages. Null if there is none.
 */
async function engineOf(
  tx: Db,
  { workspaceId, settings }: Pick<typeof botDeployments.$inferSelect, 'workspaceId' | 'settings'>,
): Promise<string | null> {
  for (const id of settings.engineIds) {
    const engine = await findEngine(tx, { engineId: id, workspaceId });
    if (engine) return id;
  }
  return settings.engineIds.length > 0 ? null : ((await sendingEngineOf(tx, workspaceId))?.id ?? null);
}

/** Polls for due schedules until stopped. */
export const startSchedules = (platform: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      return (await runSchedules(platform)) ? 0 : POLL_INTERVAL_MS;
    } catch (error) {
      platform.log.warn({ err: error }, 'the poll for scheduled bot runs failed; retrying');
      return POLL_INTERVAL_MS;
    }
  });
