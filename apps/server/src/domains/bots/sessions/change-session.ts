import { text } from '@switchyard/contracts/text/text';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { postgresError } from '../../../platform/database/postgres-error.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { authorize, type Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { isSuppressed } from '../../suppression/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { endRefusal, pauseRefusal, restartRefusal, resumeRefusal, statusRefusal } from '../bots.policy.ts';
import { findBot } from '../bots.queries.ts';
import { botDeployments, botSessions, botVersions } from '../bots.schema.ts';
import type { SessionRow } from '../runtime/execution.ts';
import { isLive } from '../runtime/live.ts';
import { settleProblem } from '../runtime/notify-problem.ts';
import { recordBotEvents } from '../runtime/record.ts';
import { newState } from '../runtime/session-state.ts';
import { closeSession, takeOver, withdrawBotMessages } from '../runtime/take-over.ts';
import { lockSession } from './session.queries.ts';

interface SessionChange {
  name: string;
  may(actor: Actor, session: SessionRow): Refusal | null;
  work(tx: Db, session: SessionRow, now: Date): Promise<DomainEvent[]>;
}

type SessionAction = Action<{ id: string }, SessionRow>;

const onSession =
  (act: SessionChange): SessionAction =>
  ({ db, clock }, actor, { id }) =>
    db.transaction(async (tx) => {
      const session = await lockSession(tx, actor.workspaceId, id);
      authorize(act.may(actor, session));
      const events = await act.work(tx, session, clock.now());
      await writeAudit(tx, actor, { action: `bot-session.${act.name}`, subject: id });
      return { result: await lockSession(tx, actor.workspaceId, id), events };
    });

/** Pauses the bot in a chat. @throws Refusal `TOO_LATE` if the conversation is over or paused */
export const pauseSession = onSession({
  name: 'pause',
  may: pauseRefusal,
  work: (tx, session) => takeOver(tx, session, 'button'),
});

/** Resumes the bot. @throws Refusal `TOO_LATE` if it is not paused */
export const resumeSession = onSession({
  name: 'resume',
  may: resumeRefusal,
  async work(tx, session, now) {
    const state = { ...session.state, resumedAt: now.toISOString() };
    await tx.update(botSessions).set({ state, wakeAt: now, updatedAt: now }).where(eq(botSessions.id, session.id));
    return [
      botSessionDue(session.workspaceId, { sessionId: session.id, at: now }),
      ...(await settleProblem(tx, session, 'bot-paused')),
    ];
  },
});

/** Ends a conversation for good. @throws Refusal `TOO_LATE` if it is over */
export const endSession = onSession({
  name: 'end',
  may: endRefusal,
  work: (tx, session) =>
    closeSession(tx, session, { reason: text('sessionEnded'), botEvents: [{ process: 'session_ended' }] }),
});

/**
 * Restarts a conversation on its version, from the trigger and without its variables.
 * @throws Refusal `TOO_LATE` if its bot is undeployed, its contact has opted out, or the chat has another live
 *   conversation
 */
export const restartSession = onSession({
  name: 'restart',
  may: restartRefusal,
  async work(tx, session, now) {
    const isTest = session.testFlow !== null;
    if (!isTest) await requireRestartable(tx, session);
    const version = isTest ? null : await versionOf(tx, session);
    const flow = version ? version.flow : session.testFlow;
    const dropped = await withdrawBotMessages(tx, [session]);
    await tx
      .update(botSessions)
      .set({
        status: 'active',
        versionId: version?.id ?? null,
        nodeId: flow?.nodes.find(({ kind }) => kind === 'trigger')?.id ?? null,
        state: newState(),
        inbox: [],
        wakeAt: now,
        reason: null,
        endedAt: null,
        updatedAt: now,
      })
      .where(eq(botSessions.id, session.id))
      .catch((error: unknown) => {
        // Another conversation has started in the chat since the check.
        if (postgresError(error)?.constraint !== 'bot_sessions_live') throw error;
        throw statusRefusal(session.status, text('botChatTaken'));
      });
    await recordBotEvents(tx, { ...session, isTest }, [{ process: 'session_restarted' }]);
    return [
      ...dropped,
      botSessionDue(session.workspaceId, { sessionId: session.id, at: now }),
      botSessionsChanged(session.workspaceId, session.botId),
    ];
  },
});

async function requireRestartable(tx: Db, session: SessionRow): Promise<void> {
  const { id, workspaceId, botId, engineId, chat, status } = session;
  const bot = await findBot(tx, workspaceId, botId);
  if (!bot?.activeDeploymentId) throw statusRefusal(status, text('botTakenOff'));
  if ((await isSuppressed(tx, workspaceId, [chat])).has(chat)) throw statusRefusal(status, text('botUnwanted'));
  const inChat =
    engineId === null ? undefined : and(isLive, eq(botSessions.engineId, engineId), eq(botSessions.chat, chat));
  if (inChat && (await tx.$count(botSessions, and(inChat, ne(botSessions.id, id)))) > 0) {
    throw statusRefusal(status, text('botChatTaken'));
  }
}

/**
 * The version of its own bot that the session ran, or started with if it moved on to another bot's flow. Null if that
 * was deleted.
 */
async function versionOf(tx: Db, { botId, versionId, deploymentId }: SessionRow) {
  const [deployment] = deploymentId
    ? await tx
        .select({ versionId: botDeployments.versionId })
        .from(botDeployments)
        .where(eq(botDeployments.id, deploymentId))
    : [];
  const ids = [versionId, deployment?.versionId].filter((id) => id != null);
  const rows = await tx
    .select({ id: botVersions.id, flow: botVersions.flow })
    .from(botVersions)
    .where(and(eq(botVersions.botId, botId), inArray(botVersions.id, ids)));
  return rows.find(({ id }) => id === versionId) ?? rows[0] ?? null;
}
