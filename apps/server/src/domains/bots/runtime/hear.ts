import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { campaignRepliedTo } from '../../campaigns/index.ts';
import { findContactsByMobiles } from '../../contacts/index.ts';
import { engines } from '../../engines/engines.schema.ts';
import type { ChatWritten, WrittenMessage } from '../../messages/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { asksToStop, isSuppressed } from '../../suppression/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { botDeployments, botSessions } from '../bots.schema.ts';
import { chooseDeployment } from './choose-deployment.ts';
import type { SessionRow } from './piece.ts';
import { recordHappenings } from './record.ts';
import { type Heard, newState } from './session-state.ts';
import { closeSession, takeOver } from './take-over.ts';

/** What bots do in the transaction that stores new messages of a chat: a person's word takes the chat over, a contact's is heard. */
export async function hear(tx: Db, written: ChatWritten): Promise<DomainEvent[]> {
  const live = await lockLive(tx, written);
  const own = written.messages.findLast(({ by }) => by !== 'them');
  const theirs = written.messages.filter(({ by, kind }) => by === 'them' && ['text', 'media', 'vote'].includes(kind));
  if (own) return live ? takeOver(tx, live, own.by === 'phone' ? 'phone' : 'product') : [];
  if (theirs.length === 0) return [];
  if (live) return hearIn(tx, live, theirs);
  return begin(tx, written, theirs);
}

async function lockLive(tx: Db, { engineId, chat }: ChatWritten): Promise<SessionRow | null> {
  const [row] = await tx
    .select()
    .from(botSessions)
    .where(
      and(
        eq(botSessions.engineId, engineId),
        eq(botSessions.chat, chat),
        inArray(botSessions.status, ['active', 'waiting', 'paused']),
        isNull(botSessions.testFlow),
      ),
    )
    .for('update');
  return row ?? null;
}

async function hearIn(tx: Db, session: SessionRow, theirs: WrittenMessage[]): Promise<DomainEvent[]> {
  if (theirs.some(({ text }) => asksToStop(text))) {
    return closeSession(tx, session, {
      reason: 'The contact asked not to be written to.',
      happenings: [{ process: 'contact_opted_out' }, { process: 'session_ended' }],
    });
  }
  const [looping] = await ofBots(tx, theirs);
  if (looping) return takeOver(tx, session, 'loop');
  if (session.status === 'paused') return [];
  const isAwaited = session.state.wait === null || session.state.wait.kind === 'reply';
  if (!isAwaited) {
    await recordHappenings(tx, { ...session, isTest: false }, [{ process: 'message_not_awaited' }]);
    return [botSessionsChanged(session.workspaceId, session.botId)];
  }
  const gatherSeconds = await gatherSecondsOf(tx, session);
  const inbox = [...session.inbox, ...theirs.map(heardOf)];
  const wakeAt = gatheredAt(inbox, gatherSeconds);
  await tx.update(botSessions).set({ inbox, wakeAt, updatedAt: sql`now()` }).where(eq(botSessions.id, session.id));
  return [botSessionDue(session.workspaceId, { sessionId: session.id, at: wakeAt })];
}

/** A contact who never stops writing is answered all the same. */
const MAX_GATHERINGS = 5;

/** When what was heard is one input: so long after the last of it, and at most five times that after the first. */
function gatheredAt(inbox: readonly Heard[], gatherSeconds: number): Date {
  const first = Date.parse(inbox[0]?.heardAt ?? '');
  const nowMs = Date.now();
  return new Date(Math.min(nowMs + gatherSeconds * 1_000, first + MAX_GATHERINGS * gatherSeconds * 1_000));
}

async function gatherSecondsOf(tx: Db, { deploymentId }: SessionRow): Promise<number> {
  if (deploymentId === null) return 0;
  const [row] = await tx
    .select({ settings: botDeployments.settings })
    .from(botDeployments)
    .where(eq(botDeployments.id, deploymentId));
  return row?.settings.gatherSeconds ?? 0;
}

async function begin(tx: Db, written: ChatWritten, theirs: WrittenMessage[]): Promise<DomainEvent[]> {
  const { workspaceId, engineId, chat } = written;
  const deployments = await tx
    .select()
    .from(botDeployments)
    .where(and(eq(botDeployments.workspaceId, workspaceId), isNull(botDeployments.endedAt)));
  if (deployments.length === 0 || theirs.some(({ text }) => asksToStop(text))) return [];
  if ((await isSuppressed(tx, workspaceId, [chat])).size > 0) return [];
  const [engine] = await tx.select({ number: engines.phoneNumber }).from(engines).where(eq(engines.id, engineId));
  const deployment = chooseDeployment(deployments, {
    engineId,
    chat,
    texts: theirs.map(({ text, choices }) => choices?.join(', ') ?? text),
    ownNumber: engine?.number ?? null,
    campaignId: deployments.some(({ trigger }) => trigger.on === 'campaign')
      ? await campaignRepliedTo(tx, { workspaceId, engineId, chat, messageIds: theirs.map(({ id }) => id) })
      : null,
  });
  if (!deployment || (await ofBots(tx, theirs)).length > 0) return [];
  const contact = (await findContactsByMobiles(tx, workspaceId, [chat])).get(chat);
  const inbox = theirs.map(heardOf);
  const sessionId = newId();
  const wakeAt = gatheredAt(inbox, deployment.settings.gatherSeconds);
  const values: typeof botSessions.$inferInsert = {
    id: sessionId,
    workspaceId,
    botId: deployment.botId,
    deploymentId: deployment.id,
    versionId: deployment.versionId,
    engineId,
    chat,
    contactName: contact?.name ?? chat,
    status: 'active',
    nodeId: deployment.trigger.id,
    state: newState(),
    inbox,
    wakeAt,
  };
  const begun = await tx.insert(botSessions).values(values).onConflictDoNothing().returning({ id: botSessions.id });
  // Told at the same moment, another message has begun it: this one is heard in it.
  if (begun.length === 0) {
    const live = await lockLive(tx, written);
    return live ? hearIn(tx, live, theirs) : [];
  }
  return [botSessionDue(workspaceId, { sessionId, at: wakeAt }), botSessionsChanged(workspaceId, deployment.botId)];
}

/** Which of these another bot of this installation has said. */
async function ofBots(tx: Db, theirs: readonly WrittenMessage[]): Promise<{ id: string }[]> {
  const ids = theirs.map(({ waMessageId }) => waMessageId);
  return tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.waMessageId, ids), eq(messages.origin, 'bot')));
}

const heardOf = ({ id, kind, text, choices, at }: WrittenMessage): Heard => ({
  id,
  kind,
  text,
  choices: choices ? [...choices] : null,
  fileName: kind === 'media' ? text || 'file' : null,
  at: at.toISOString(),
  heardAt: new Date().toISOString(),
});
