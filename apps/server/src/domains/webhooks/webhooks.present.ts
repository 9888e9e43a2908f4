import { readText } from '@switchyard/contracts/text/registry';
import { inEnglish } from '@switchyard/contracts/text/text';
import type { Webhook, WebhookAttempt, WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import type { AttemptRow, DeliveryRow, EndpointRow, EventRow } from './webhooks.queries.ts';

export const presentWebhook = (row: EndpointRow): Webhook => ({
  _id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  engineIds: row.engineIds,
  labelIds: row.labelIds,
  state: row.state,
  disabledBecause: row.disabledBecause,
  failingSince: row.failingSince?.toISOString() ?? null,
  previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
  createdBy: row.creator,
  createdAt: row.createdAt.toISOString(),
});

/** An event's id as receivers know it. */
export const eventIdOf = (id: string): string => `evt_${id.replaceAll('-', '')}`;

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  webhookId: row.endpointId,
  url: row.url,
  eventId: eventIdOf(row.eventId),
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  lastStatus: row.lastStatus,
  nextAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
});

export const presentAttempt = (row: AttemptRow): WebhookAttempt => ({
  _id: row.id,
  number: row.number,
  at: row.at.toISOString(),
  durationMs: row.durationMs,
  status: row.status,
  fault: row.fault,
  requestHeaders: row.requestHeaders,
  responseHeaders: row.responseHeaders,
  responseBody: row.responseBody,
});

/** The body of a request: the same bytes in every try and replay. */
export const bodyOf = ({ id, type, createdAt, data }: EventRow): string =>
  JSON.stringify({ id: eventIdOf(id), type, created_at: createdAt.toISOString(), data: inWords(data) });

/** The database writes down what happened to a message, with its reason as it is stored. */
const inWords = (data: EventRow['data']): EventRow['data'] => ({
  ...data,
  ...(typeof data.failureReason === 'string' && { failureReason: inEnglish(readText(data.failureReason)) }),
});
