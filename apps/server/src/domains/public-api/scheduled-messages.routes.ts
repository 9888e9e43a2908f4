import type { MessageInput, MessageUpdate, PublicStatus } from '@switchyard/contracts/public-api/messages';
import { inArray } from 'drizzle-orm';
import { readTextsRefusal } from '../../platform/actor.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { findMessage, listMessages, type MessageRow } from '../messages/index.ts';
import { readChatAddress } from './addresses.ts';
import { type Context, many, one } from './answers.ts';
import { bringMedia } from './bring-media.ts';
import { naming } from './name-fields.ts';
import { once } from './once.ts';
import { presentOutgoing } from './public-api.present.ts';
import { messageSecrets } from './public-api.schema.ts';
import { publicOperations as v1 } from './public-operations.ts';
import { changeScheduled, deleteScheduled, MESSAGE_FIELDS, readQuote, sendMessage } from './send-message.ts';

/** Messages with what programs know them by. */
async function outgoing({ db, actor, platform }: Context, rows: readonly MessageRow[]) {
  const ids = rows.map(({ id }) => id);
  const kept =
    ids.length > 0 ? await db.select().from(messageSecrets).where(inArray(messageSecrets.messageId, ids)) : [];
  const secrets = new Map(kept.map(({ messageId, secret }) => [messageId, secret]));
  const { publicUrl } = platform.config;
  // A secret is what somebody has written, too.
  const mayRead = readTextsRefusal(actor) === null;
  return rows.map((row) =>
    presentOutgoing(actor, row, { secret: mayRead ? secrets.get(row.id) : undefined, publicUrl }),
  );
}

/** A status of theirs as a filter of ours, which also finds what has come further; null: ours have none that is so. */
const STATUS_FILTERS: Partial<Record<PublicStatus, { status: string; receipt?: 'delivered' | 'read' }>> = {
  pending: { status: 'pending' },
  sending: { status: 'sending' },
  sent: { status: 'sent' },
  confirmed: { status: 'sent' },
  delivered: { status: 'sent', receipt: 'delivered' },
  received: { status: 'sent', receipt: 'delivered' },
  read: { status: 'sent', receipt: 'read' },
  sent_pending_ack: { status: 'unknown' },
  cancelled: { status: 'cancelled' },
  failed: { status: 'failed' },
  error: { status: 'failed' },
};

/** What a message to be sent needs that cannot be had in a transaction: its file, and what it answers. */
async function prepare({ db, platform, actor }: Context, content: MessageUpdate, chatId: string | undefined) {
  const parts = { db, database: platform.database };
  const quote = await readQuote(parts, actor, content.replyTo, chatId);
  const isFile = content.type === undefined || content.type === 'media';
  return { quote, fileId: isFile ? await bringMedia(platform, actor.workspaceId, content) : null };
}

interface Sending {
  operation: string;
  idIs: 'own' | 'key';
  chatId: string;
  content: MessageInput;
  key: string | undefined;
}

/** Sends once for each key. A file that is brought again is the same file; the request is known without it. */
export async function send(context: Context, { operation, idIs, chatId, content, key }: Sending) {
  const carried = await prepare(context, content, chatId);
  const input = { chatId, idIs, content };
  const { answer, isRepeated } = await naming(MESSAGE_FIELDS, () =>
    key === undefined
      ? context.perform(sendMessage, { ...input, ...carried }).then((sent) => ({ answer: sent, isRepeated: false }))
      : context.perform(
          once((deps, actor, given: typeof input) => sendMessage(deps, actor, { ...given, ...carried })),
          { operation, key, input },
        ),
  );
  const body = one(answer);
  return isRepeated ? { status: 200 as const, body } : { status: 201 as const, body };
}

/** What a message has moved on to cannot be asked of it any more. */
async function whileWaiting<Result>(otherwise: () => unknown, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal && error.code === 'TOO_LATE' ? otherwise() : error;
  }
}
const notPending = () =>
  Object.assign(new Error('Only a message that is pending can be changed.'), { statusCode: 400 });

export const scheduledMessages = {
  list: v1.scheduledMessages.list.handler(async ({ context, input: { query } }) => {
    const { db, actor } = context;
    const { chatId, searchToken, status, order, ...page } = query;
    const filter = status && (STATUS_FILTERS[status] ?? null);
    if (filter === null) return many([], page, 0);
    const { rows, total, totalIsExact } = await listMessages(db, actor, {
      ...page,
      ...filter,
      search: searchToken,
      recipients: chatId && (await readChatAddress(db, actor.workspaceId, 'chatId', chatId)),
      sort: order === 'asc' ? 'createdAt' : '-createdAt',
    });
    // Of very many, at least one more than have been shown: whoever turns the pages comes to the end.
    const told = totalIsExact ? total : Math.max(total, page.skip + rows.length + 1);
    return many(await outgoing(context, rows), page, told);
  }),
  get: v1.scheduledMessages.get.handler(async ({ context, input: { params } }) => {
    const row = await findMessage(context.db, context.actor, params.id);
    const [message] = row ? await outgoing(context, [row]) : [];
    if (!message) throw new Refusal('NOT_FOUND');
    return one(message);
  }),
  create: v1.scheduledMessages.create.handler(({ context, input: { params, body, headers } }) =>
    send(context, {
      operation: 'scheduledMessages.create',
      idIs: 'own',
      chatId: params.chatId,
      content: body,
      key: headers['idempotency-key'],
    }),
  ),
  update: v1.scheduledMessages.update.handler(async ({ context, input: { params, body } }) => {
    if (Object.keys(body).length === 0) throw invalid([{ field: 'body', message: 'Nothing to change was given.' }]);
    const row = await findMessage(context.db, context.actor, params.id);
    if (!row) throw new Refusal('NOT_FOUND');
    const carried = await prepare(context, body, row.recipient);
    const changed = () => context.perform(changeScheduled, { ...params, content: body, ...carried });
    return one(await naming(MESSAGE_FIELDS, () => whileWaiting(notPending, changed)));
  }),
  delete: v1.scheduledMessages.delete.handler(async ({ context, input: { params } }) =>
    one(
      await whileWaiting(
        () => new Refusal('NOT_FOUND'),
        () => context.perform(deleteScheduled, params),
      ),
    ),
  ),
};
