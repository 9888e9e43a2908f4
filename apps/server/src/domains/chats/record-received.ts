import type { WebhookEventType } from '@switchyard/contracts/webhooks/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { NewChatMessage, StoredChatMessages } from '../messages/index.ts';
import { recordWebhookEvents } from '../webhooks/index.ts';

/** Older messages are the chat history of a newly linked phone, not new ones. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

type ReceivedEventType = Exclude<Extract<WebhookEventType, `${string}_webhook`>, 'ack_changed_webhook'>;

/** Records webhook events for messages from others, in the transaction that stores them. */
export async function recordReceived(tx: Db, chats: readonly StoredChatMessages[]): Promise<void> {
  const newMessages = chats.flatMap(({ messages, ...chat }) =>
    messages
      .filter(({ by, at }) => by === 'them' && at.getTime() > Date.now() - MAX_AGE_MS)
      .map((message) => ({ chat, message })),
  );
  if (newMessages.length === 0) return;
  const answered = await answeredHere(
    tx,
    newMessages.flatMap(({ message: { quotedId } }) => quotedId ?? []),
  );
  await recordWebhookEvents(
    tx,
    newMessages.flatMap(({ chat, message }) =>
      typesOf(chat.engineId, message, answered).map((type) => ({
        workspaceId: chat.workspaceId,
        type,
        subject: `chat:${chat.engineId}:${chat.chat}`,
        data: dataOf(chat, message),
      })),
    ),
  );
}

const BY_KIND: { readonly [Kind in NewChatMessage['kind']]?: ReceivedEventType } = {
  vote: 'poll_vote_webhook',
  reaction: 'message_reaction_webhook',
};

function typesOf(
  engineId: string,
  { kind, quotedId }: NewChatMessage,
  answered: ReadonlySet<string>,
): ReceivedEventType[] {
  const special = BY_KIND[kind];
  if (special) return [special];
  const isReply = quotedId !== null && answered.has(`${engineId} ${quotedId}`);
  return ['new_message_received_webhook', ...(isReply ? (['reply_to_my_message_webhook'] as const) : [])];
}

/** Messages that were sent from here, as engine and id. */
async function answeredHere(tx: Db, waMessageIds: readonly string[]): Promise<Set<string>> {
  if (waMessageIds.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(
    sql`select engine_id || ' ' || wa_message_id as id from messages where wa_message_id = any (${sql.param([...waMessageIds])}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

const dataOf = ({ engineId, chat }: Omit<StoredChatMessages, 'messages'>, message: NewChatMessage) => ({
  id: message.id,
  engineId,
  chatId: chat,
  from: message.from ?? chat,
  messageId: message.waMessageId,
  type: message.kind,
  text: message.text,
  ...(message.quotedId === null ? {} : { quotedMessageId: message.quotedId }),
  ...(message.choices === null ? {} : { choices: [...message.choices] }),
  ...(message.media?.fileName ? { fileName: message.media.fileName } : {}),
  ...(message.media?.mimeType ? { mimeType: message.media.mimeType } : {}),
  timestamp: message.at.toISOString(),
});
