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

/** An event's id as receivers know it. */
export const eventIdOf = (id: string): string => `evt_${id.replaceAll('-', '')}`;

const sameOfDelivery = presenter(webhookDelivery);
export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...sameOfDelivery(row),
  webhookId: row.endpointId,
  eventId: eventIdOf(row.eventId),
  nextAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
});

export const presentAttempt: (row: AttemptRow) => WebhookAttempt = presenter(webhookAttempt);

/** The body of a request: the same bytes in every try and replay. */
export const bodyOf = ({ id, type, createdAt, data }: EventRow): string =>
  JSON.stringify({ id: eventIdOf(id), type, created_at: createdAt.toISOString(), data: inWords(data) });

/** The database writes down what happened to a message, with its reason as it is stored. */
const inWords = (data: EventRow['data']): EventRow['data'] => ({
  ...data,
  ...(typeof data.failureReason === 'string' && { failureReason: inEnglish(readText(data.failureReason)) }),
});
