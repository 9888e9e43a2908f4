import { createMessage } from '@switchyard/contracts/messages/new-message';
import type { MessageInput, MessageUpdate, OutgoingMessage } from '@switchyard/contracts/public-api/messages';
import { faultAt } from '@switchyard/contracts/text/faults';
import { eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { readInput } from '../../platform/read-input.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { findChatMessages } from '../chats/index.ts';
import { cancelMessage, editMessage, findMessage, removeMessage, scheduleMessage, sightOf } from '../messages/index.ts';
import { chatIn, countryOf, keyIn } from './addresses.ts';
import { presentOutgoing } from './public-api.present.ts';
import { messageSecrets } from './public-api.schema.ts';

/** Fields of our messages as programs call them. */
export const MESSAGE_FIELDS = [
  ['contactList', 'chatId'],
  ['contactName', 'chatId'],
  ['dueDate', 'sendAt'],
  ['attachment', 'mediaUrl'],
  ['poll.options', 'pollOptions'],
  ['poll', 'pollOptions'],
  ['quote', 'replyTo'],
  ['message', 'text'],
] as const;

/** What goes into a message beside its words: its file is stored by then. */
interface Carried {
  fileId: string | null;
  quote: { waMessageId: string; from: string | null; text: string } | null;
}

/** The message that is answered, as an answer quotes it. @throws Refusal `INVALID` */
export async function readQuote(
  { database, db }: { database: { pool: Parameters<typeof findChatMessages>[0] }; db: EdgeDeps['db'] },
  actor: Actor,
  replyTo: string | undefined,
  chatId: string | undefined,
): Promise<Carried['quote']> {
  if (!replyTo) return null;
  const key = keyIn(replyTo, chatId, await countryOf(db, actor.workspaceId));
  const [message] = key
    ? await findChatMessages(database.pool, { workspaceId: actor.workspaceId, sight: await sightOf(db, actor) }, [key])
    : [];
  if (!message) throw invalid([{ field: 'replyTo', message: 'There is no such message in this chat.' }]);
  return { waMessageId: message.waMessageId, from: message.from, text: message.text.slice(0, 1_024) };
}

const pollOf = ({ pollOptions = [], pollAllowMultiple = false }: MessageUpdate) => ({
  options: pollOptions,
  selectable: pollAllowMultiple ? 0 : 1,
});

type Send = { chatId: string; idIs: 'own' | 'key'; content: MessageInput } & Carried;

/** Sends a message, now or later. @throws Refusal `INVALID` by the fields of our messages */
export const sendMessage: Action<Send, OutgoingMessage, EdgeDeps> = ({ db, ...deps }, actor, { idIs, ...input }) =>
  db.transaction(async (tx) => {
    const { type, text = '', pollQuestion = '', secret, sendAt, mediaKind } = input.content;
    const chat = chatIn(input.chatId, await countryOf(tx, actor.workspaceId));
    if (type === 'media' && input.fileId === null) throw invalid([faultAt('mediaUrl', 'missing')]);
    const payload = readInput(createMessage, {
      message: type === 'poll' ? pollQuestion : text,
      contactList: [{ mobile: (chat ?? input.chatId).slice(0, 32) }],
      ...(sendAt && { dueDate: sendAt }),
      ...(input.quote && { quote: input.quote }),
      ...(type === 'poll' && { poll: pollOf(input.content) }),
      ...(type === 'media' && { attachment: { fileId: input.fileId, ...asKind(mediaKind) } }),
    });
    const { result: row, events } = await scheduleMessage({ ...deps, db: tx }, actor, payload);
    if (secret) await tx.insert(messageSecrets).values({ messageId: row.id, secret });
    return {
      result: presentOutgoing(actor, row, { secret, publicUrl: deps.config.publicUrl, idIs }),
      events,
    };
  });

/** WhatsApp has no GIFs: they are short videos. */
const asKind = (kind: MessageInput['mediaKind']) => (kind ? { as: kind === 'gif' ? ('video' as const) : kind } : {});

type Change = { id: string; content: MessageUpdate } & Carried;

/** Changes a message that waits. @throws Refusal `NOT_FOUND`, `INVALID`; `TOO_LATE`: it has gone out */
export const changeScheduled: Action<Change, OutgoingMessage, EdgeDeps> = ({ db, ...deps }, actor, { id, ...input }) =>
  db.transaction(async (tx) => {
    const { content, fileId, quote } = input;
    const before = await findMessage(tx, actor, id);
    if (!before) throw new Refusal('NOT_FOUND');
    const type = content.type ?? (fileId ? 'media' : before.attachment?.kind) ?? 'text';
    const isPoll = type === 'poll';
    if (type === 'media' && fileId === null && before.attachment?.kind !== 'media') {
      throw invalid([faultAt('mediaUrl', 'missing')]);
    }
    const words = isPoll ? content.pollQuestion : content.text;
    const known = before.attachment?.kind === 'poll' ? before.attachment : null;
    const pollOptions = content.pollOptions ?? known?.options ?? [];
    const pollAllowMultiple = content.pollAllowMultiple ?? known?.selectable === 0;
    const { result: row, events } = await editMessage({ ...deps, db: tx }, actor, {
      id,
      pastDue: 'refuse',
      ...(words !== undefined && { message: words }),
      ...(content.sendAt && { dueDate: content.sendAt }),
      ...(content.replyTo !== undefined && { quote }),
      attachment: type === 'media' ? (fileId ? { fileId, ...asKind(content.mediaKind) } : undefined) : null,
      poll: isPoll ? pollOf({ pollOptions, pollAllowMultiple }) : null,
    });
    if (content.secret) {
      await tx
        .insert(messageSecrets)
        .values({ messageId: id, secret: content.secret })
        .onConflictDoUpdate({ target: messageSecrets.messageId, set: { secret: content.secret } });
    }
    const [kept] = await tx.select().from(messageSecrets).where(eq(messageSecrets.messageId, id));
    const { publicUrl } = deps.config;
    return { result: presentOutgoing(actor, row, { secret: kept?.secret, publicUrl }), events };
  });

/**
 * Takes a message back that waits: it is on no list any more.
 * @throws Refusal `NOT_FOUND`; `TOO_LATE`: it does not wait
 */
export const deleteScheduled: Action<{ id: string }, { id: string; deleted: true }, EdgeDeps> = (
  { db, ...deps },
  actor,
  { id },
) =>
  db.transaction(async (tx) => {
    const parts = { ...deps, db: tx };
    const cancelled = await cancelMessage(parts, actor, { id });
    const removed = await removeMessage(parts, actor, { id });
    return { result: { id, deleted: true }, events: [...cancelled.events, ...removed.events] };
  });
