import type { MediaType } from '@switchyard/contracts/messages/body';
import { text } from '@switchyard/contracts/text/text';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { campaignRepliedTo } from '../../campaigns/index.ts';
import { findContactsIn } from '../../contacts/index.ts';
import { engines } from '../../engines/engines.schema.ts';
import type { NewChatMessage, StoredChatMessages } from '../../messages/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { isOptOut, suppressedAmong } from '../../suppression/index.ts';
import { botSessionDue, botSessionsChanged } from '../bots.events.ts';
import { botDeployments, botLines, botSessions } from '../bots.schema.ts';
import { chooseDeployment } from './choose-deployment.ts';
import type { SessionRow } from './execution.ts';
import { isLive } from './live.ts';
import { recordBotEvents } from './record.ts';
import { type InboxMessage, newState } from './session-state.ts';
import { closeSession, takeOver, withdrawBotMessages } from './take-over.ts';

/** A contact's new messages in one chat. */
interface IncomingChat extends StoredChatMessages {
  theirs: NewChatMessage[];
}

interface AddressedChat extends IncomingChat {
  /** The messages addressed to a bot. */
  meant: NewChatMessage[];
}

/**
 * Runs in the transaction that stores new chat messages: a person's message takes over its chat, and a contact's is
 * received by the bot.
 */
export async function receiveMessages(tx: Db, written: readonly StoredChatMessages[]): Promise<DomainEvent[]> {
  const chats = written
    .map((chat) => ({ ...chat, own: chat.messages.findLast(({ by }) => by !== 'them'), theirs: contactMessages(chat) }))
    .filter(({ own, theirs }) => own || theirs.length > 0);
  const live = await lockLive(tx, chats);
  const events: DomainEvent[] = [];
  for (const { own, ...chat } of chats) {
    const session = own && live.get(keyOf(chat));
    if (session) events.push(...(await takeOver(tx, session, own.by === 'phone' ? 'phone' : 'product')));
  }
  // If the conversation ended before the bot's last messages were sent, they are withdrawn too.
  const over = chats.filter((chat) => chat.own && !live.has(keyOf(chat)));
  events.push(...(await withdrawBotMessages(tx, over)));
  const spoken = chats.filter(({ own }) => !own);
  const inLive = spoken.flatMap((chat) => {
    const session = live.get(keyOf(chat));
    return session ? [{ session, theirs: chat.theirs }] : [];
  });
  events.push(...(await hearIn(tx, inLive)));
  const unheard = spoken.filter((chat) => !live.has(keyOf(chat)));
  return [...events, ...(await begin(tx, await withoutRatings(tx, unheard)))];
}

/** Drops votes in rating polls of the team inbox, which start no conversation, and chats with nothing else. */
async function withoutRatings(tx: Db, chats: readonly IncomingChat[]): Promise<IncomingChat[]> {
  const polls = chats.flatMap(({ theirs }) =>
    theirs.flatMap(({ kind, quotedId }) => (kind === 'vote' && quotedId !== null ? [quotedId] : [])),
  );
  if (polls.length === 0) return [...chats];
  const { rows } = await tx.execute<{ wa_message_id: string }>(sql`
    select m.wa_message_id from messages m join conversations c on c.rating_message_id = m.id and c.engine_id = m.engine_id and c.chat = m.recipient
    where m.wa_message_id = any (${sql.param(polls)}::text[])`);
  const ratings = new Set(rows.map((row) => row.wa_message_id));
  return chats
    .map((chat) => ({
      ...chat,
      theirs: chat.theirs.filter(({ kind, quotedId }) => kind !== 'vote' || !quotedId || !ratings.has(quotedId)),
    }))
    .filter(({ theirs }) => theirs.length > 0);
}

const contactMessages = ({ messages: written }: StoredChatMessages): NewChatMessage[] =>
  written.filter(({ by, kind }) => by === 'them' && ['text', 'media', 'vote'].includes(kind));

const keyOf = ({ engineId, chat }: { engineId: string | null; chat: string }): string => `${engineId} ${chat}`;

/** Locks the live sessions of these chats, by {@link keyOf}. */
async function lockLive(
  tx: Db,
  chats: readonly Pick<StoredChatMessages, 'engineId' | 'chat'>[],
): Promise<Map<string, SessionRow>> {
  if (chats.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(botSessions)
    .where(
      and(
        or(...chats.map(({ engineId, chat }) => and(eq(botSessions.engineId, engineId), eq(botSessions.chat, chat)))),
        isLive,
      ),
    )
    .orderBy(asc(botSessions.id))
    .for('update');
  return new Map(rows.map((row) => [keyOf(row), row]));
}

interface HeardIn {
  session: SessionRow;
  theirs: NewChatMessage[];
}

async function hearIn(tx: Db, heard: readonly HeardIn[]): Promise<DomainEvent[]> {
  if (heard.length === 0) return [];
  const ofOurBots = await ofBots(
    tx,
    heard.flatMap(({ theirs }) => theirs),
  );
  const gatherSeconds = await gatherSecondsOf(tx, heard);
  const events: DomainEvent[] = [];
  for (const { session, ...told } of heard) {
    const theirs = await addressedToBot(tx, session, told.theirs);
    if (theirs.length === 0) continue;
    const seconds = (session.deploymentId && gatherSeconds.get(session.deploymentId)) || 0;
    events.push(...(await hearOne(tx, { session, theirs }, { isLooping: theirs.some(ofOurBots), seconds })));
  }
  return events;
}

/** The messages addressed to the bot. In a group: votes, and messages that mention its number, without the mention. */
async function addressedToBot(
  tx: Db,
  { engineId, chat }: Pick<SessionRow, 'engineId' | 'chat'>,
  theirs: NewChatMessage[],
): Promise<NewChatMessage[]> {
  if (chat.startsWith('+') || engineId === null) return theirs;
  const [engine] = await tx.select({ number: engines.phoneNumber }).from(engines).where(eq(engines.id, engineId));
  const mention = engine?.number ? `@${engine.number.replace(/\D/g, '')}` : null;
  return theirs.flatMap((their) => {
    if (their.kind === 'vote') return [their];
    if (mention === null || !their.text.includes(mention)) return [];
    return [{ ...their, text: their.text.replaceAll(mention, '').trim() }];
  });
}

/** @param isLooping another bot of this installation wrote it. @param seconds the gather time */
async function hearOne(
  tx: Db,
  { session, theirs }: HeardIn,
  { isLooping, seconds }: { isLooping: boolean; seconds: number },
): Promise<DomainEvent[]> {
  if (theirs.some(({ text }) => isOptOut(text))) {
    return closeSession(tx, session, {
      reason: text('sessionUnwanted'),
      happenings: [{ process: 'contact_opted_out' }, { process: 'session_ended' }],
    });
  }
  if (isLooping) return takeOver(tx, session, 'loop');
  if (session.status === 'paused') return [];
  const answers = await withoutOtherVotes(tx, session, theirs);
  if (!awaitsReply(session) || answers.length === 0) {
    await recordBotEvents(tx, { ...session, isTest: false }, [{ process: 'message_not_awaited' }]);
    return [botSessionsChanged(session.workspaceId, session.botId)];
  }
  const inbox = [...session.inbox, ...answers.map(heardOf)];
  const wakeAt = gatheredAt(inbox, seconds);
  await tx.update(botSessions).set({ inbox, wakeAt, updatedAt: sql`now()` }).where(eq(botSessions.id, session.id));
  return [botSessionDue(session.workspaceId, { sessionId: session.id, at: wakeAt })];
}

/** Whether the session accepts a contact's message now; not during a delay or an external call. */
const awaitsReply = ({ state: { wait } }: Pick<SessionRow, 'state'>): boolean => wait === null || wait.kind === 'reply';

/** Drops votes that answer nothing now: withdrawn ones, and votes in polls that the current step didn't send. */
async function withoutOtherVotes(
  tx: Db,
  { id, nodeId }: SessionRow,
  theirs: readonly NewChatMessage[],
): Promise<NewChatMessage[]> {
  const polls = theirs.flatMap(({ kind, quotedId }) => (kind === 'vote' && quotedId !== null ? [quotedId] : []));
  const rows =
    polls.length === 0
      ? []
      : await tx
          .select({ waMessageId: messages.waMessageId })
          .from(messages)
          .innerJoin(botLines, eq(botLines.messageId, messages.id))
          .where(
            and(eq(botLines.sessionId, id), eq(botLines.nodeId, nodeId ?? ''), inArray(messages.waMessageId, polls)),
          );
  const own = new Set(rows.map(({ waMessageId }) => waMessageId));
  return theirs.filter(
    ({ kind, quotedId, choices }) =>
      kind !== 'vote' || (choices?.length !== 0 && (quotedId === null || own.has(quotedId))),
  );
}

/** Maximum delay in gather times, so that a contact who never stops writing still gets an answer. */
const MAX_GATHERINGS = 5;

/** When the received messages count as one input: one gather time after the last, at most five after the first. */
function gatheredAt(inbox: readonly InboxMessage[], gatherSeconds: number): Date {
  const first = Date.parse(inbox[0]?.heardAt ?? '');
  const nowMs = Date.now();
  return new Date(Math.min(nowMs + gatherSeconds * 1_000, first + MAX_GATHERINGS * gatherSeconds * 1_000));
}

/** Gather seconds by deployment. */
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

/** Starts a conversation in each chat that a deployment answers. */
async function begin(tx: Db, chats: readonly IncomingChat[]): Promise<DomainEvent[]> {
  const answered = await chosenFor(tx, chats);
  if (answered.length === 0) return [];
  const contacts = await findContactsIn(
    tx,
    answered.map(({ workspaceId, chat }) => ({ workspaceId, mobile: chat })),
  );
  const nameOf = ({ workspaceId, chat }: IncomingChat) =>
    contacts.find((contact) => contact.workspaceId === workspaceId && contact.mobile === chat)?.name ?? chat;
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
    // A concurrent message has started the conversation: this one joins it.
    const session = (await lockLive(tx, [chat])).get(keyOf(chat));
    if (session) events.push(...(await hearIn(tx, [{ session, theirs: chat.theirs }])));
  }
  return events;
}

/** The chats that a deployment answers, each with that deployment. */
async function chosenFor(
  tx: Db,
  chats: readonly IncomingChat[],
): Promise<(AddressedChat & { deployment: Deployment })[]> {
  if (chats.length === 0) return [];
  const workspaceIds = [...new Set(chats.map(({ workspaceId }) => workspaceId))];
  const deployments = await tx
    .select()
    .from(botDeployments)
    .where(and(inArray(botDeployments.workspaceId, workspaceIds), isNull(botDeployments.endedAt)));
  const byWorkspace = Map.groupBy(deployments, ({ workspaceId }) => workspaceId);
  const asked = chats.filter(
    ({ workspaceId, theirs }) => byWorkspace.has(workspaceId) && !theirs.some(({ text }) => isOptOut(text)),
  );
  const suppressed = await suppressedAmong(
    tx,
    asked.map(({ workspaceId, chat }) => ({ workspaceId, mobile: chat })),
  );
  const chosen: (AddressedChat & { deployment: Deployment })[] = [];
  for (const [place, chat] of asked.entries()) {
    if (suppressed.has(place)) continue;
    const answered = { ...chat, meant: await addressedToBot(tx, chat, chat.theirs) };
    const deployment = await choose(tx, answered, byWorkspace.get(chat.workspaceId) ?? []);
    if (deployment) chosen.push({ ...answered, deployment });
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
  { workspaceId, engineId, chat, meant }: AddressedChat,
  deployments: readonly Deployment[],
): Promise<Deployment | null> {
  return chooseDeployment(deployments, {
    engineId,
    chat,
    texts: meant.map(({ text, choices }) => choices?.join(', ') ?? text),
    isMentioned: meant.some(({ kind }) => kind !== 'vote'),
    campaignId: deployments.some(({ trigger }) => trigger.on === 'campaign')
      ? await campaignRepliedTo(tx, { workspaceId, engineId, chat, messageIds: meant.map(({ id }) => id) })
      : null,
  });
}

function newSession(
  { workspaceId, engineId, chat, meant, deployment }: AddressedChat & { deployment: Deployment },
  contactName: string,
) {
  const inbox = meant.map(heardOf);
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

/** @returns a predicate: whether another bot of this installation wrote the message */
async function ofBots(tx: Db, theirs: readonly NewChatMessage[]): Promise<(message: NewChatMessage) => boolean> {
  const asked = theirs.map(({ waMessageId }) => waMessageId);
  const rows = await tx
    .select({ waMessageId: messages.waMessageId })
    .from(messages)
    .where(and(inArray(messages.waMessageId, asked), eq(messages.origin, 'bot')));
  const ids = new Set(rows.map(({ waMessageId }) => waMessageId));
  return ({ waMessageId }) => ids.has(waMessageId);
}

const NAMELESS: Record<MediaType, string> = {
  image: 'picture',
  video: 'video',
  audio: 'audio',
  document: 'document',
  voice: 'voice message',
  sticker: 'sticker',
};

const heardOf = ({ id, kind, text, media, choices, at }: NewChatMessage): InboxMessage => ({
  id,
  kind,
  text,
  choices: choices ? [...choices] : null,
  fileName: kind === 'media' ? (media?.fileName ?? (media?.media ? NAMELESS[media.media] : 'file')) : null,
  at: at.toISOString(),
  heardAt: new Date().toISOString(),
});
