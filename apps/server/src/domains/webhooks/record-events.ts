import type { WebhookEventData } from '@switchyard/contracts/webhooks/event-types';
import { and, eq, sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { recordset } from '../../platform/database/recordset.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.schema.ts';

/** An event to deliver by webhook. */
type NewWebhookEvent = {
  [Type in keyof WebhookEventData]: {
    workspaceId: string;
    type: Type;
    /** What it concerns, such as `campaign:ID`: events of one subject arrive in order. */
    subject: string;
    data: WebhookEventData[Type];
  };
}[keyof WebhookEventData];

/**
 * Records events in the transaction that caused them, with a delivery for each subscribed webhook; writes nothing if
 * there is none. Changes to messages and engines, which many statements make, are recorded by triggers on their tables
 * instead.
 */
export async function recordWebhookEvents(tx: Db, events: readonly NewWebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.execute(sql`
    select record_webhook_event(workspace_id, type, subject, data)
    from ${recordset(webhookEvents, events)}`);
}

/** Whether any webhook of a workspace subscribes to an event type; check this before computing an expensive payload. */
export const isEventWanted = async (tx: Db, workspaceId: string, type: keyof WebhookEventData): Promise<boolean> =>
  (await tx.$count(
    webhookEndpoints,
    and(eq(webhookEndpoints.workspaceId, workspaceId), sql`${type} = any (${webhookEndpoints.events})`),
  )) > 0;

/**
 * Records an event for one webhook, whatever it subscribes to, in the caller's transaction. It is signed, sent and
 * retried like any other.
 * @returns whether the webhook exists and is enabled
 */
export async function recordEventFor(tx: Db, endpointId: string, event: NewWebhookEvent): Promise<boolean> {
  const { workspaceId, type, subject, data } = event;
  const isEndpoint = and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.workspaceId, workspaceId));
  const [endpoint] = await tx.select({ state: webhookEndpoints.state }).from(webhookEndpoints).where(isEndpoint);
  if (endpoint?.state !== 'enabled') return false;
  const eventId = newId();
  await tx.insert(webhookEvents).values({ id: eventId, workspaceId, type, data });
  await tx.insert(webhookDeliveries).values({ workspaceId, endpointId, eventId, subject });
  return true;
}
