import { readText } from '@switchyard/contracts/text/registry';
import { inEnglish } from '@switchyard/contracts/text/text';
import {
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  webhook,
  webhookAttempt,
  webhookDelivery,
} from '@switchyard/contracts/webhooks/operations';
import { presenter } from '../../platform/presenter.ts';
import type { AttemptRow, DeliveryRow, EndpointRow, EventRow } from './webhooks.queries.ts';

const sameOfWebhook = presenter(webhook);
export const presentWebhook = (row: EndpointRow): Webhook => ({ ...sameOfWebhook(row), createdBy: row.creator });

/** An event's public id. */
export const eventIdOf = (id: string): string => `evt_${id.replaceAll('-', '')}`;

const sameOfDelivery = presenter(webhookDelivery);
export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...sameOfDelivery(row),
  webhookId: row.endpointId,
  eventId: eventIdOf(row.eventId),
  nextAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
});

export const presentAttempt: (row: AttemptRow) => WebhookAttempt = presenter(webhookAttempt);

/** The request body: the same bytes in every attempt and replay. */
export const bodyOf = ({ id, type, createdAt, data }: EventRow): string =>
  JSON.stringify({ id: eventIdOf(id), type, created_at: createdAt.toISOString(), data: withReadableReason(data) });

/** The database records a message's failure reason as a code; this converts it to text. */
const withReadableReason = (data: EventRow['data']): EventRow['data'] => ({
  ...data,
  ...(typeof data.failureReason === 'string' && { failureReason: inEnglish(readText(data.failureReason)) }),
});
