import type { Body } from '../network/body.ts';
import type { ReceiptLevel, StoredMessage } from '../network/model.ts';
import type { BusinessNumber } from './business-numbers.ts';
import { GraphRefusal } from './graph-errors.ts';
import type { MediaStore } from './media-store.ts';
import { wamidOf } from './wamids.ts';

export const digitsOf = (number: string) => number.replace(/^\+/, '');
const seconds = (atMs: number) => String(Math.floor(atMs / 1000));
const LEVEL_NAMES: Record<ReceiptLevel, string> = { 1: 'sent', 2: 'delivered', 3: 'read' };

/** A message status in webhook form. */
export function statusOf(status: {
  wamid: string;
  level: ReceiptLevel;
  to: string;
  atMs: number;
  opaque: string | null;
}): object {
  return {
    id: status.wamid,
    status: LEVEL_NAMES[status.level],
    timestamp: seconds(status.atMs),
    recipient_id: digitsOf(status.to),
    ...(status.opaque === null ? {} : { biz_opaque_callback_data: status.opaque }),
    pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
  };
}

/** The status of a message that WhatsApp accepted but couldn't deliver. */
export function failedStatusOf(
  status: { wamid: string; to: string; atMs: number; opaque: string | null },
  error: object,
): object {
  return {
    id: status.wamid,
    status: 'failed',
    timestamp: seconds(status.atMs),
    recipient_id: digitsOf(status.to),
    ...(status.opaque === null ? {} : { biz_opaque_callback_data: status.opaque }),
    errors: [error],
  };
}

/** A person's message to `account` in webhook form. What the Cloud API can't represent has an unsupported type. */
export function incomingOf(message: StoredMessage, account: string, media: MediaStore): object {
  const { id, from, acceptedAtMs, body } = message;
  return {
    from: digitsOf(from),
    id: wamidOf(id),
    timestamp: seconds(acceptedAtMs),
    ...contextOf(body, account),
    ...contentOf(body, account, media),
  };
}

function contextOf(body: Body, account: string): object {
  const answered = body.kind === 'reaction' ? undefined : body.quotedId;
  if (answered === undefined && !body.isForwarded) return {};
  const answer = answered === undefined ? {} : { from: digitsOf(account), id: wamidOf(answered) };
  return { context: { ...answer, ...(body.isForwarded ? { forwarded: true } : {}) } };
}

function contentOf(body: Body, account: string, media: MediaStore): object {
  switch (body.kind) {
    case 'text':
      return { type: 'text', text: { body: body.text } };
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: wamidOf(body.quotedId), emoji: body.text } };
    case 'media': {
      const { id } = media.name(account, body, body.mimeType);
      const caption = body.text === '' ? {} : { caption: body.text };
      const filename = body.media === 'document' && body.fileName !== null ? { filename: body.fileName } : {};
      const file = { id, mime_type: body.mimeType, sha256: body.sha256, ...caption, ...filename };
      if (body.media === 'voice') return { type: 'audio', audio: { ...file, voice: true } };
      return { type: body.media, [body.media]: file };
    }
    default: {
      const refusal = new GraphRefusal(131051, 'Message type is currently not supported.');
      return { type: 'unsupported', errors: [refusal.inStatus()] };
    }
  }
}

export function envelopeOf(number: BusinessNumber, value: object): object {
  const metadata = { display_phone_number: digitsOf(number.account), phone_number_id: number.phoneNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: `9${number.phoneNumberId}`, changes: [change] }] };
}
