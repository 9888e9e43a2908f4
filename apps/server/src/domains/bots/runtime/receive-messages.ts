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
  incoming: NewChatMessage[];
}

interface AddressedChat extends IncomingChat {
  /** The messages addressed to a bot. */
  addressed: NewChatMessage[];
}

/**
 * Runs in the transaction that stores new chat messages: a person's message takes over its chat, and a contact's is
 * received by the bot.
 */
export async function receiveMessages(tx: Db, written: readonly StoredChatMessages[]): Promise<DomainEvent[]> {
  const chats = written
    .map((chat) => ({
      ...chat,
      own: chat.messages.findLast(({ by }) => by !== 'them'),
      incoming: messagesFromContact(chat),
    }))
    .filter(({ own, incoming }) => own || incoming.length > 0);
  const live = await lockLiveSessions(tx, chats);
  const events: DomainEvent[] = [];
  for (const { own, ...chat } of chats) {
    const session = own && live.get(keyOf(chat));
    if (session) events.push(...(await takeOver(tx, session, own.by === 'phone' ? 'phone' : 'product')));
  }
  // If the conversation ended before the bot's last messages were sent, they are withdrawn too.
  const over = chats.filter((chat) => chat.own && !live.has(keyOf(chat)));
  events.push(...(await withdrawBotMessages(tx, over)));
  const fromContacts = chats.filter(({ own }) => !own);
  const inputs = fromContacts.flatMap((chat) => {
    const session = live.get(keyOf(chat));
    return session ? [{ session, incoming: chat.incoming }] : [];
  });
  events.push(...(await deliverToSessions(tx, inputs)));
  const newChats = fromContacts.filter((chat) => !live.has(keyOf(chat)));
  return [...events, ...(await startSessions(tx, await dropRatingVotes(tx, newChats)))];
}

/** Drops votes in rating polls of the team inbox, which start no conversation, and chats with nothing else. */
async function dropRatingVotes(tx: Db, chats: readonly IncomingChat[]): Promise<IncomingChat[]> {
  const polls = chats.flatMap(({ incoming }) =>
    incoming.flatMap(({ kind, quotedId }) => (kind === 'vote' && quotedId !== null ? [quotedId] : [])),
  );
  if (polls.length === 0) return [...chats];
  const { rows } = await tx.execute<{ wa_message_id: string }>(sql`
    select m.wa_message_id from messages m join conversations c on c.rating_message_id = m.id and c.engine_id = m.engine_id and c.chat = m.recipient
    where m.wa_message_id = any (${sql.param(polls)}::text[])`);
  const ratings = new Set(rows.map((row) => row.wa_message_id));
  return chats
    .map((chat) => ({
      ...chat,
      incoming: chat.incoming.filter(({ kind, quotedId }) => kind !== 'vote' || !quotedId || !ratings.has(quotedId)),
    }))
    .filter(({ incoming }) => incoming.length > 0);
}

const messagesFromContact = ({ messages: written }: StoredChatMessages): NewChatMessage[] =>
  written.filter(({ by, kind }) => by === 'them' && ['text', 'media', 'vote'].includes(kind));

const keyOf = ({ engineId, chat }: { engineId: string | null; chat: string }): string => `${engineId} ${chat}`;

/** Locks the live sessions of these chats, by {@link keyOf}. */
async function lockLiveSessions(
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

interface SessionInput {
  session: SessionRow;
  incoming: NewChatMessage[];
}

async function deliverToSessions(tx: Db, inputs: readonly SessionInput[]): Promise<DomainEvent[]> {
  if (inputs.length === 0) return [];
  const isFromBot = await findBotMessages(
    tx,
    inputs.flatMap(({ incoming }) => incoming),
  );
  const gatherSeconds = await gatherSecondsOf(tx, inputs);
  const events: DomainEvent[] = [];
  for (const { session, ...input } of inputs) {
    const incoming = await addressedToBot(tx, session, input.incoming);
    if (incoming.length === 0) continue;
    const seconds = (session.deploymentId && gatherSeconds.get(session.deploymentId)) || 0;
    events.push(
      ...(await deliverToSession(tx, { session, incoming }, { isLooping: incoming.some(isFromBot), seconds })),
    );
  }
  return events;
}

/** The messages addressed to the bot. In a group: votes, and messages that mention its number, without the mention. */
async function addressedToBot(
  tx: Db,
  { engineId, chat }: Pick<SessionRow, 'engineId' | 'chat'>,
  incoming: NewChatMessage[],
): Promise<NewChatMessage[]> {
  if (chat.startsWith('+') || engineId === null) return incoming;
  const [engine] = await tx.select({ number: engines.phoneNumber }).from(engines).where(eq(engines.id, engineId));
  const mention = engine?.number ? `@${engine.number.replace(/\D/g, '')}` : null;
  return incoming.flatMap((message) => {
    if (message.kind === 'vote') return [message];
    if (mention === null || !message.text.includes(mention)) return [];
    return [{ ...message, text: message.text.replaceAll(mention, '').trim() }];
  });
}

/** @param isLooping another bot of this installation wrote it. @param seconds the gather time */
async function deliverToSession(
  tx: Db,
  { session, incoming }: SessionInput,
  { isLooping, seconds }: { isLooping: boolean; seconds: number },
): Promise<DomainEvent[]> {
  if (incoming.some(({ text }) => isOptOut(text))) {
    return closeSession(tx, session, {
      reason: text('sessionUnwanted'),
      botEvents: [{ process: 'contact_opted_out' }, { process: 'session_ended' }],
    });
  }
  if (isLooping) return takeOver(tx, session, 'loop');
  if (session.status === 'paused') return [];
  const answers = await dropOtherVotes(tx, session, incoming);
  if (!awaitsReply(session) || answers.length === 0) {
    await recordBotEvents(tx, { ...session, isTest: false }, [{ process: 'message_not_awaited' }]);
    return [botSessionsChanged(session.workspaceId, session.botId)];
  }
  const inbox = [...session.inbox, ...answers.map(toInboxMessage)];
  const wakeAt = inputReadyAt(inbox, seconds);
  await tx.update(botSessions).set({ inbox, wakeAt, updatedAt: sql`now()` }).where(eq(botSessions.id, session.id));
  return [botSessionDue(session.workspaceId, { sessionId: session.id, at: wakeAt })];
}

/** Whether the session accepts a contact's message now; not during a delay or an external call. */
const awaitsReply = ({ state: { wait } }: Pick<SessionRow, 'state'>): boolean => wait === null || wait.kind === 'reply';

/** Drops votes that answer nothing now: withdrawn ones, and votes in polls that the current step didn't send. */
async function dropOtherVotes(
  tx: Db,
  { id, nodeId }: SessionRow,
  incoming: readonly NewChatMessage[],
): Promise<NewChatMessage[]> {
  const polls = incoming.flatMap(({ kind, quotedId }) => (kind === 'vote' && quotedId !== null ? [quotedId] : []));
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
  return incoming.filter(
    ({ kind, quotedId, choices }) =>
      kind !== 'vote' || (choices?.length !== 0 && (quotedId === null || own.has(quotedId))),
  );
}

/** Maximum delay in gather times, so that a contact who never stops writing still gets an answer. */
const MAX_GATHER_TIMES = 5;

/** When the received messages count as one input: one gather time after the last, at most five after the first. */
function inputReadyAt(inbox: readonly InboxMessage[], gatherSeconds: number): Date {
  const first = Date.parse(inbox[0]?.heardAt ?? '');
  const nowMs = Date.now();
  return new Date(Math.min(nowMs + gatherSeconds * 1_000, first + MAX_GATHER_TIMES * gatherSeconds * 1_000));
}

/** Gather seconds by deployment. */
async function gatherSecondsOf(tx: Db, inputs: readonly SessionInput[]): Promise<Map<string, number>> {
  const ids = inputs.flatMap(({ session }) => (session.deploymentId === null ? [] : [session.deploymentId]));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: botDeployments.id, settings: botDeployments.settings })
    .from(botDeployments)
    .where(inArray(botDeployments.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, settings }) => [id, settings.gatherSeconds]));
}

type Deployment = typeof botDeployments.$inferSelect;

/** Starts a conversation in each chat that a deployment answers. */
async function startSessions(tx: Db, chats: readonly IncomingChat[]): Promise<DomainEvent[]> {
  const answered = await matchDeployments(tx, chats);
  if (answered.length === 0) return [];
  const contacts = await findContactsIn(
    tx,
    answered.map(({ workspaceId, chat }) => ({ workspaceId, mobile: chat })),
  );
  const nameOf = ({ workspaceId, chat }: IncomingChat) =>
    contacts.find((contact) => contact.workspaceId === workspaceId && contact.mobile === chat)?.name ?? chat;
  const started = answered.map((chat) => ({ chat, row: newSession(chat, nameOf(chat)) }));
  const stored = await tx
    .insert(botSessions)
    .values(started.map(({ row }) => row))
    .onConflictDoNothing()
    .returning({ id: botSessions.id });
  const storedIds = new Set(stored.map(({ id }) => id));
  const events: DomainEvent[] = [];
  for (const { chat, row } of started) {
    const { id: sessionId, wakeAt, workspaceId, botId } = row;
    if (storedIds.has(sessionId)) {
      events.push(botSessionDue(workspaceId, { sessionId, at: wakeAt }), botSessionsChanged(workspaceId, botId));
      continue;
    }
    // A concurrent message has started the conversation: this one joins it.
    const session = (await lockLiveSessions(tx, [chat])).get(keyOf(chat));
    if (session) events.push(...(await deliverToSessions(tx, [{ session, incoming: chat.incoming }])));
  }
  return events;
}

/** The chats that a deployment answers, each with that deployment. */
async function matchDeployments(
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
  const candidates = chats.filter(
    ({ workspaceId, incoming }) => byWorkspace.has(workspaceId) && !incoming.some(({ text }) => isOptOut(text)),
  );
  const suppressed = await suppressedAmong(
    tx,
    candidates.map(({ workspaceId, chat }) => ({ workspaceId, mobile: chat })),
  );
  const chosen: (AddressedChat & { deployment: Deployment })[] = [];
  for (const [place, chat] of candidates.entries()) {
    if (suppressed.has(place)) continue;
    const answered = { ...chat, addressed: await addressedToBot(tx, chat, chat.incoming) };
    const deployment = await pickDeployment(tx, answered, byWorkspace.get(chat.workspaceId) ?? []);
    if (deployment) chosen.push({ ...answered, deployment });
  }
  if (chosen.length === 0) return [];
  const isFromBot = await findBotMessages(
    tx,
    chosen.flatMap(({ incoming }) => incoming),
  );
  return chosen.filter(({ incoming }) => !incoming.some(isFromBot));
}

async function pickDeployment(
  tx: Db,
  { workspaceId, engineId, chat, addressed }: AddressedChat,
  deployments: readonly Deployment[],
): Promise<Deployment | null> {
  return chooseDeployment(deployments, {
    engineId,
    chat,
    texts: addressed.map(({ text, choices }) => choices?.join(', ') ?? text),
    isMentioned: addressed.some(({ kind }) => kind !== 'vote'),
    campaignId: deployments.some(({ trigger }) => trigger.on === 'campaign')
      ? await campaignRepliedTo(tx, { workspaceId, engineId, chat, messageIds: addressed.map(({ id }) => id) })
      : null,
  });
}

function newSession(
  { workspaceId, engineId, chat, addressed, deployment }: AddressedChat & { deployment: Deployment },
  contactName: string,
) {
  const inbox = addressed.map(toInboxMessage);
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
    wakeAt: inputReadyAt(inbox, deployment.settings.gatherSeconds),
  } satisfies typeof botSessions.$inferInsert;
}

/** @returns a predicate: whether another bot of this installation wrote the message */
async function findBotMessages(
  tx: Db,
  incoming: readonly NewChatMessage[],
): Promise<(message: NewChatMessage) => boolean> {
  const waMessageIds = incoming.map(({ waMessageId }) => waMessageId);
  const rows = await tx
    .select({ waMessageId: messages.waMessageId })
    .from(messages)
    .where(and(inArray(messages.waMessageId, waMessageIds), eq(messages.origin, 'bot')));
  const ids = new Set(rows.map(({ waMessageId }) => waMessageId));
  return ({ waMessageId }) => ids.has(waMessageId);
}

const DEFAULT_FILE_NAMES: Record<MediaType, string> = {
  image: 'picture',
  video: 'video',
  audio: 'audio',
  document: 'document',
  voice: 'voice message',
  sticker: 'sticker',
};

const toInboxMessage = ({ id, kind, text, media, choices, at }: NewChatMessage): InboxMessage => ({
  id,
  kind,
  text,
  choices: choices ? [...choices] : null,
  fileName: kind === 'media' ? (media?.fileName ?? (media?.media ? DEFAULT_FILE_NAMES[media.media] : 'file')) : null,
  at: at.toISOString(),
  heardAt: new Date().toISOString(),
});
