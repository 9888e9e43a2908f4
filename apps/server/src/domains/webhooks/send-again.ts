import { TEST_EVENT, TEST_EVENT_TYPE } from '@switchyard/contracts/webhooks/event-types';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { webhooksChanged } from './webhooks.events.ts';
import { manageWebhooksRefusal } from './webhooks.policy.ts';
import { type DeliveryRow, findDelivery, lockEndpoint } from './webhooks.queries.ts';
import { webhookDeliveries, webhookEvents } from './webhooks.schema.ts';

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `TOO_LATE`: it is disabled */
export const sendTest: Action<{ id: string }, DeliveryRow> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const { state } = await lockEndpoint(tx, workspaceId, id);
    if (state !== 'enabled') throw new Refusal('TOO_LATE', { status: state, version: 0 });
    const [eventId, deliveryId] = [newId(), newId()];
    const data = { ...TEST_EVENT.example, webhookId: id };
    await tx.insert(webhookEvents).values({ id: eventId, workspaceId, type: TEST_EVENT_TYPE, data });
    await tx
      .insert(webhookDeliveries)
      .values({ id: deliveryId, workspaceId, endpointId: id, eventId, subject: `test:${eventId}` });
    await writeAudit(tx, actor, { action: 'webhook.test', subject: id });
    return { result: await findDelivery(tx, workspaceId, deliveryId), events: [webhooksChanged(workspaceId)] };
  });

/** Sends a delivery again, under the same event id; one that still waits is tried now. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const replayDelivery: Action<{ id: string }, DeliveryRow> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const { endpointId } = await findDelivery(tx, workspaceId, id);
    const { state } = await lockEndpoint(tx, workspaceId, endpointId);
    if (state !== 'enabled') throw new Refusal('TOO_LATE', { status: state, version: 0 });
    await tx
      .update(webhookDeliveries)
      .set({
        tries: sql`case when state = 'waiting' then tries else 0 end`,
        state: 'waiting',
        nextAt: sql`now()`,
        settledAt: null,
      })
      .where(eq(webhookDeliveries.id, id));
    await writeAudit(tx, actor, { action: 'webhook.replay', subject: id });
    return { result: await findDelivery(tx, workspaceId, id), events: [webhooksChanged(workspaceId)] };
  });
