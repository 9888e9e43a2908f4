import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { campaignRepliedTo } from '../../campaigns/index.ts';
import { findContactsIn } from '../../contacts/index.ts';
import { engines } from '../../engines/engines.schema.ts';
import type { ChatWritten, WrittenMessage } from '../../messages/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { asksToStop, suppressedAmong } from '../../suppression/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { botDeployments, botSessions } from '../bots.schema.ts';
import { chooseDeployment } from './choose-deployment.ts';
import type { SessionRow } from './piece.ts';
import { recordHappenings } from './record.ts';
import { type Heard, newState } from './session-state.ts';
import { closeSession, takeOver } from './take-over.ts';

/** What contacts wrote in a chat. */
interface Spoken extends ChatWritten {
  theirs: WrittenMessage[];
}

/** What bots do in the transaction that stores new messages of chats: a person's word takes a chat over, a contact's is heard. */
export async function hear(tx: Db, written: readonly ChatWritten[]): Promise<DomainEvent[]> {
  const chats = written
    .map((one) => ({ ...one, own: one.messages.findLast(({ by }) => by !== 'them'), theirs: theirsOf(one) }))
    .filter(({ own, theirs }) => own || theirs.length > 0);
  const live = await lockLive(tx, chats);
  const events: DomainEvent[] = [];
  for (const { own, ...chat } of chats) {
    const session = live.get(keyOf(chat));
    if (own && session) events.push(...(await takeOver(tx, session, own.by === 'phone' ? 'phone' : 'product')));
  }
  const spoken = chats.filter(({ own }) => !own);
  const inLive = spoken.flatMap((chat) => {
    const session = live.get(keyOf(chat));
    return session ? [{ session, theirs: chat.theirs }] : [];
  });
  events.push(...(await hearIn(tx, inLive)));
  const unheard = spoken.filter((chat) => !live.has(keyOf(chat)));
  return [...events, ...(await begin(tx, unheard))];
}

const theirsOf = ({ messages: written }: ChatWritten): WrittenMessage[] =>
  written.filter(({ by, kind }) => by === 'them' && ['text', 'media', 'vote'].includes(kind));

const keyOf = ({ engineId, chat }: { engineId: string | null; chat: string }): string => `${engineId} ${chat}`;

/** The sessions that are live in these chats, by {@link keyOf}. */
async function lockLive(
  tx: Db,
  chats: readonly Pick<ChatWritten, 'engineId' | 'chat'>[],
): Promise<Map<string, SessionRow>> {
  if (chats.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(botSessions)
    .where(
      and(
        or(...chats.map(({ engineId, chat }) => and(eq(botSessions.engineId, engineId), eq(botSessions.chat, chat)))),
        inArray(botSessions.status, ['active', 'waiting', 'paused']),
        isNull(botSessions.testFlow),
      ),
    )
    .orderBy(asc(botSessions.id))
    .for('update');
  return new Map(rows.map((row) => [keyOf(row), row]));
}

interface HeardIn {
  session: SessionRow;
  theirs: WrittenMessage[];
}

async function hearIn(tx: Db, heard: readonly HeardIn[]): Promise<DomainEvent[]> {
  if (heard.length === 0) return [];
  const ofOurBots = await ofBots(
    tx,
    heard.flatMap(({ theirs }) => theirs),
  );
  const gatherSeconds = await gatherSecondsOf(tx, heard);
  const events: DomainEvent[] = [];
  for (const { session, theirs } of heard) {
    const seconds = (session.deploymentId && gatherSeconds.get(session.deploymentId)) || 0;
    events.push(...(await hearOne(tx, { session, theirs }, { isLooping: theirs.some(ofOurBots), seconds })));
  }
  return events;
}

/** @param isLooping another bot of this installation has said it. @param seconds the time to gather */
async function hearOne(
  tx: Db,
  { session, theirs }: HeardIn,
  { isLooping, seconds }: { isLooping: boolean; seconds: number },
): Promise<DomainEvent[]> {
  if (theirs.some(({ text }) => asksToStop(text))) {
    return closeSession(tx, session, {
      reason: 'The contact asked not to be written to.',
      happenings: [{ process: 'contact_opted_out' }, { process: 'session_ended' }],
    });
  }
  if (isLooping) return takeOver(tx, session, 'loop');
  if (session.status === 'paused') return [];
  const isAwaited = session.state.wait === null || session.state.wait.kind === 'reply';
  if (!isAwaited) {
    await recordHappenings(tx, { ...session, isTest: false }, [{ process: 'message_not_awaited' }]);
    return [botSessionsChanged(session.workspaceId, session.botId)];
  }
  const inbox = [...session.inbox, ...theirs.map(heardOf)];
  const wakeAt = gatheredAt(inbox, seconds);
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

/** By deployment. */
async function gatherSecondsOf(tx: Db, heard: readonly HeardIn[]): Promise<Map<string, number>> {
  const ids = heard.flatMap(({ session }) => (session.deploymentId === null ? [] : [session.deploymentId]));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: botDeployments.id, settings: botDeployments.settings })
    .from(botDeployments)
    .where(inArray(botDeployments.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, settings }) => [id, settings.gatherSeconds]));
}

type Deployment = typeof botDeployments.$inferSelect;

/** Begins a conversation in each of these chats that a deployment answers to. */
async function begin(tx: Db, chats: readonly Spoken[]): Promise<DomainEvent[]> {
  const answered = await chosenFor(tx, chats);
  if (answered.length === 0) return [];
  const contacts = await findContactsIn(
    tx,
    answered.map(({ workspaceId, chat }) => ({ workspaceId, mobile: chat })),
  );
  const nameOf = ({ workspaceId, chat }: Spoken) =>
    contacts.find((one) => one.workspaceId === workspaceId && one.mobile === chat)?.name ?? chat;
  const begun = answered.map((chat) => ({ chat, row: newSession(chat, nameOf(chat)) }));
  const stored = await tx
    .insert(botSessions)
    .values(begun.map(({ row }) => row))
    .onConflictDoNothing()
    .returning({ id: botSessions.id });
  const storedIds = new Set(stored.map(({ id }) => id));
  const events: DomainEvent[] = [];
  for (const { chat, row } of begun) {
    const { id: sessionId, wakeAt, workspaceId, botId } = row;
    if (storedIds.has(sessionId)) {
      events.push(botSessionDue(workspaceId, { sessionId, at: wakeAt }), botSessionsChanged(workspaceId, botId));
      continue;
    }
    // Told at the same moment, another message has begun it: this one is heard in it.
    const session = (await lockLive(tx, [chat])).get(keyOf(chat));
    if (session) events.push(...(await hearIn(tx, [{ session, theirs: chat.theirs }])));
  }
  return events;
}

/** The chats to which a deployment answers, with it. */
async function chosenFor(tx: Db, chats: readonly Spoken[]): Promise<(Spoken & { deployment: Deployment })[]> {
  if (chats.length === 0) return [];
  const workspaceIds = [...new Set(chats.map(({ workspaceId }) => workspaceId))];
  const deployments = await tx
    .select()
    .from(botDeployments)
    .where(and(inArray(botDeployments.workspaceId, workspaceIds), isNull(botDeployments.endedAt)));
  const byWorkspace = Map.groupBy(deployments, ({ workspaceId }) => workspaceId);
  const asked = chats.filter(
    ({ workspaceId, theirs }) => byWorkspace.has(workspaceId) && !theirs.some(({ text }) => asksToStop(text)),
  );
  const suppressed = await suppressedAmong(
    tx,
    asked.map(({ workspaceId, chat }) => ({ workspaceId, mobile: chat })),
  );
  const chosen: (Spoken & { deployment: Deployment })[] = [];
  for (const [place, chat] of asked.entries()) {
    if (suppressed.has(place)) continue;
    const deployment = await choose(tx, chat, byWorkspace.get(chat.workspaceId) ?? []);
    if (deployment) chosen.push({ ...chat, deployment });
  }
  if (chosen.length === 0) return [];
  const ofOurBots = await ofBots(
    tx,
    chosen.flatMap(({ theirs }) => theirs),
  );
  return chosen.filter(({ theirs }) => !theirs.some(ofOurBots));
}

async function choose(
  tx: Db,
  { workspaceId, engineId, chat, theirs }: Spoken,
  deployments: readonly Deployment[],
): Promise<Deployment | null> {
  return chooseDeployment(deployments, {
    engineId,
    chat,
    texts: theirs.map(({ text, choices }) => choices?.join(', ') ?? text),
    // Only a group's members can mention it.
    ownNumber: chat.startsWith('+') ? null : await numberOf(tx, engineId),
    campaignId: deployments.some(({ trigger }) => trigger.on === 'campaign')
      ? await campaignRepliedTo(tx, { workspaceId, engineId, chat, messageIds: theirs.map(({ id }) => id) })
      : null,
  });
}

function newSession(
  { workspaceId, engineId, chat, theirs, deployment }: Spoken & { deployment: Deployment },
  contactName: string,
) {
  const inbox = theirs.map(heardOf);
  return {
    id: newId(),
    workspaceId,
    botId: deployment.botId,
    deploymentId: deployment.id,
    versionId: deployment.versionId,
    engineId,
    chat,
    contactName,
    status: 'active',
    nodeId: deployment.trigger.id,
    state: newState(),
    inbox,
    wakeAt: gatheredAt(inbox, deployment.settings.gatherSeconds),
  } satisfies typeof botSessions.$inferInsert;
}

async function numberOf(tx: Db, engineId: string): Promise<string | null> {
  const [engine] = await tx.select({ number: engines.phoneNumber }).from(engines).where(eq(engines.id, engineId));
  return engine?.number ?? null;
}

/** @returns whether a message is one of those that another bot of this installation has said */
async function ofBots(tx: Db, theirs: readonly WrittenMessage[]): Promise<(message: WrittenMessage) => boolean> {
  const asked = theirs.map(({ waMessageId }) => waMessageId);
  const rows = await tx
    .select({ waMessageId: messages.waMessageId })
    .from(messages)
    .where(and(inArray(messages.waMessageId, asked), eq(messages.origin, 'bot')));
  const ids = new Set(rows.map(({ waMessageId }) => waMessageId));
  return ({ waMessageId }) => ids.has(waMessageId);
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
