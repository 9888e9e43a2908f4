import { eq } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { authorize, type Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { mayEnd, mayPause, mayRestart, mayResume } from '../bots.policy.ts';
import { botSessions } from '../bots.schema.ts';
import { loadFlow } from '../runtime/load-flow.ts';
import type { SessionRow } from '../runtime/piece.ts';
import { recordHappenings } from '../runtime/record.ts';
import { newState } from '../runtime/session-state.ts';
import { closeSession, takeOver } from '../runtime/take-over.ts';
import { lockSession } from './session.queries.ts';

interface Act {
  name: string;
  may(actor: Actor, session: SessionRow): Refusal | null;
  work(tx: Db, session: SessionRow, now: Date): Promise<DomainEvent[]>;
}

type SessionAction = Action<{ id: string }, SessionRow>;

const onSession =
  (act: Act): SessionAction =>
  ({ db, clock }, actor, { id }) =>
    db.transaction(async (tx) => {
      const session = await lockSession(tx, actor.workspaceId, id);
      authorize(act.may(actor, session));
      const events = await act.work(tx, session, clock.now());
      await writeAudit(tx, actor, { action: `bot-session.${act.name}`, subject: id });
      return { result: await lockSession(tx, actor.workspaceId, id), events };
    });

/** Has the bot keep silent in a chat. @throws Refusal `TOO_LATE`: it is over, or paused */
export const pauseSession = onSession({
  name: 'pause',
  may: mayPause,
  work: (tx, session) => takeOver(tx, session, 'button'),
});

/** Has the bot go on. @throws Refusal `TOO_LATE`: it is not paused */
export const resumeSession = onSession({
  name: 'resume',
  may: mayResume,
  async work(tx, session, now) {
    await tx.update(botSessions).set({ wakeAt: now, updatedAt: now }).where(eq(botSessions.id, session.id));
    return [botSessionDue(session.workspaceId, { sessionId: session.id, at: now })];
  },
});

/** Ends a conversation for good. @throws Refusal `TOO_LATE`: it is over */
export const endSession = onSession({
  name: 'end',
  may: mayEnd,
  work: (tx, session) =>
    closeSession(tx, session, { reason: 'Somebody ended it.', happenings: [{ process: 'session_ended' }] }),
});

/** Begins a conversation anew, on its version, from the trigger; what it knew is forgotten. */
export const restartSession = onSession({
  name: 'restart',
  may: mayRestart,
  async work(tx, session, now) {
    const flow = session.testFlow ?? (session.versionId ? await loadFlow(tx, session.versionId) : null);
    const trigger = flow?.nodes.find(({ kind }) => kind === 'trigger');
    await tx
      .update(botSessions)
      .set({
        status: 'active',
        nodeId: trigger?.id ?? null,
        state: newState(),
        inbox: [],
        wakeAt: now,
        reason: null,
        endedAt: null,
        updatedAt: now,
      })
      .where(eq(botSessions.id, session.id));
    await recordHappenings(tx, { ...session, isTest: session.testFlow !== null }, [{ process: 'session_restarted' }]);
    return [
      botSessionDue(session.workspaceId, { sessionId: session.id, at: now }),
      botSessionsChanged(session.workspaceId, session.botId),
    ];
  },
});
