import type { ReceiptLevel, StoredMessage } from '../network/model.ts';
import type { BusinessNumber } from './business-numbers.ts';

export const digitsOf = (number: string) => number.replace(/^\+/, '');
const seconds = (atMs: number) => String(Math.floor(atMs / 1000));
const LEVEL_NAMES: Record<ReceiptLevel, string> = { 1: 'sent', 2: 'delivered', 3: 'read' };

/** One status of a message, as a webhook carries it. */
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

/** WhatsApp took the message and could not deliver it. */
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

/** A message from a person, as a webhook carries it. Everything but text comes as a type that is not supported. */
export function incomingOf(message: StoredMessage, wamid: string): object {
  const { from, acceptedAtMs, body } = message;
  const content =
    body.kind === 'text' ? { type: 'text', text: { body: body.text } } : { type: 'unsupported', errors: [] };
  return { from: digitsOf(from), id: wamid, timestamp: seconds(acceptedAtMs), ...content };
}

export function envelopeOf(number: BusinessNumber, value: object): object {
  const metadata = { display_phone_number: digitsOf(number.account), phone_number_id: number.phoneNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: `9${number.phoneNumberId}`, changes: [change] }] };
}
