import { MAX_QUOTE_LENGTH, type QuotedMessage } from '@switchyard/contracts/messages/body';
import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';
import type { Actor } from '../../platform/actor.ts';
import type { Attachment } from './attachment.ts';
import { messageAbilities } from './messages.policy.ts';
import type { messages } from './messages.schema.ts';
import { redactFor } from './readable-texts.ts';

export type MessageRow = typeof messages.$inferSelect;

/** A message for the wire, with what this actor may do with it. */
export function presentMessage(whole: MessageRow, actor: Pick<Actor, 'onBehalfOf'>, at = new Date()): Message {
  const row = redactFor(actor, whole);
  return {
    _id: row.id,
    contactName: row.contactName,
    contactList: row.contactList,
    status: row.status,
    ack: row.ack,
    kind: row.attachment?.kind ?? 'text',
    message: row.body,
    attachment: presentFile(row.attachment),
    poll: presentPoll(row.attachment),
    quote: row.quote,
    dueDate: row.dueAt.toISOString(),
    dueLocal: row.dueLocal,
    dueTime: row.dueLocal.slice(11, 16),
    zone: row.zone,
    sentWith: row.sentWith,
    origin: row.origin,
    retryCount: row.retryCount,
    campaignId: row.campaignId,
    sendFailureReason: row.sendFailureReason,
    isRecurring: row.isRecurring,
    seriesId: row.seriesId,
    verifyContact: row.verifyContact,
    engineId: row.engineId,
    version: row.version,
    sentAt: row.sentAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deleted: row.deleted,
    abilities: messageAbilities(actor, row, at),
  };
}

/** A message as the view of it alone shows it. */
export function presentDetail(
  row: MessageRow,
  actor: Pick<Actor, 'onBehalfOf'>,
  { holds, retriedAs, recipientZone, series }: Pick<MessageDetail, 'holds' | 'retriedAs' | 'recipientZone' | 'series'>,
): MessageDetail {
  const message = presentMessage(row, actor);
  return {
    ...message,
    abilities: { ...message.abilities, resend: message.abilities.resend && retriedAs === null },
    holds,
    triedAt: row.claimedAt?.toISOString() ?? null,
    retriedAs,
    recipientZone,
    asQuote: quoteOf(redactFor(actor, row)),
    series,
  };
}

/** What an answer quotes; null where no engine of ours has brought the message to WhatsApp. */
function quoteOf({ status, attempt, waMessageId, body, attachment }: MessageRow): QuotedMessage | null {
  if (status !== 'sent' || attempt === 0) return null;
  const words = body || (attachment?.kind === 'media' ? attachment.fileName : '');
  return { waMessageId, from: null, text: words.slice(0, MAX_QUOTE_LENGTH) };
}

function presentFile(attachment: Attachment | null): Message['attachment'] {
  if (attachment?.kind !== 'media') return null;
  const { kind: _, ...file } = attachment;
  return file;
}

function presentPoll(attachment: Attachment | null): Message['poll'] {
  return attachment?.kind === 'poll' ? { options: attachment.options, selectable: attachment.selectable } : null;
}
