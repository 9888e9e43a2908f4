import { TEST_EVENT, TEST_EVENT_TYPE } from '@switchyard/contracts/webhooks/event-types';
import { MAX_REPLAYED } from '@switchyard/contracts/webhooks/operations';
import { SETTLED_STATES } from '@switchyard/contracts/webhooks/states';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { webhooksChanged } from './webhooks.events.ts';
import { manageWebhooksRefusal } from './webhooks.policy.ts';
import { type DeliveryRow, findDelivery, lockEndpoint } from './webhooks.queries.ts';
import { webhookDeliveries, webhookEvents } from './webhooks.schema.ts';

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `TOO_LATE` if it is disabled */
export const sendTest: Action<{ id: string }, DeliveryRow> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    await requireEnabled(tx, workspaceId, id);
    const [eventId, deliveryId] = [newId(), newId()];
    const data = { ...TEST_EVENT.example, webhookId: id };
    await tx.insert(webhookEvents).values({ id: eventId, workspaceId, type: TEST_EVENT_TYPE, data });
    await tx
      .insert(webhookDeliveries)
      .values({ id: deliveryId, workspaceId, endpointId: id, eventId, subject: `test:${eventId}` });
    await writeAudit(tx, actor, { action: 'webhook.test', subject: id });
    return { result: await findDelivery(tx, workspaceId, deliveryId), events: [webhooksChanged(workspaceId)] };
  });

/** Due now; a settled delivery starts over with all its attempts. */
const REPLAY = {
  tries: sql`case when ${webhookDeliveries.state} = 'waiting' then ${webhookDeliveries.tries} else 0 end`,
  state: 'waiting' as const,
  nextAt: sql`now()`,
  settledAt: null,
};

/**
 * Sends a delivery again under the same event id; one that is still waiting is attempted now.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const replayDelivery: Action<{ id: string }, DeliveryRow> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const { endpointId } = await findDelivery(tx, workspaceId, id);
    await requireEnabled(tx, workspaceId, endpointId);
    await tx.update(webhookDeliveries).set(REPLAY).where(eq(webhookDeliveries.id, id));
    await writeAudit(tx, actor, { action: 'webhook.replay', subject: id });
    return { result: await findDelivery(tx, workspaceId, id), events: [webhooksChanged(workspaceId)] };
  });

/** Replays several deliveries. @throws Refusal `NOT_FOUND` if any is missing; `TOO_LATE` if any webhook is disabled */
export const replaySelected: Action<{ ids: string[] }, { replayed: number }> = ({ db }, actor, { ids }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const uniqueIds = [...new Set(ids)];
    const isSelected = and(eq(webhookDeliveries.workspaceId, workspaceId), inArray(webhookDeliveries.id, uniqueIds));
    const deliveries = await tx
      .select({ endpointId: webhookDeliveries.endpointId })
      .from(webhookDeliveries)
      .where(isSelected);
    if (deliveries.length < uniqueIds.length) throw new Refusal('NOT_FOUND');
    for (const [endpointId, its] of [...Map.groupBy(deliveries, (delivery) => delivery.endpointId)].sort()) {
      await requireEnabled(tx, workspaceId, endpointId);
      await writeAudit(tx, actor, { action: 'webhook.replay', subject: endpointId, details: { count: its.length } });
    }
    await tx.update(webhookDeliveries).set(REPLAY).where(isSelected);
    return { result: { replayed: uniqueIds.length }, events: [webhooksChanged(workspaceId)] };
  });

interface Since {
  id: string;
  since: string;
  state?: (typeof SETTLED_STATES)[number] | undefined;
}

/**
 * Replays all settled deliveries of a webhook since a time, oldest first; waiting ones are not changed.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`
 */
export const replaySince: Action<Since, { replayed: number; next: string | null }> = (
  { db },
  actor,
  { id, since, state },
) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    await requireEnabled(tx, workspaceId, id);
    const states = state === undefined ? SETTLED_STATES : [state];
    // Deliveries of the same instant are replayed in the same batch.
    const { rows } = await tx.execute<{ replayed: number; next: string | null }>(sql`
      with chosen as materialized (
        select id, created_at from webhook_deliveries
        where endpoint_id = ${id} and created_at >= ${since} and state = any (${sql.param(states)}::text[])
        order by created_at fetch first ${sql.raw(String(MAX_REPLAYED))} rows with ties
      ), again as (
        update webhook_deliveries set state = 'waiting', tries = 0, next_at = now(), settled_at = null
        where id in (select id from chosen)
      )
      select count(*)::int as replayed, (
        select to_json(min(created_at)) #>> '{}' from webhook_deliveries
        where endpoint_id = ${id} and created_at > max(chosen.created_at) and state = any (${sql.param(states)}::text[])
      ) as next from chosen`);
    const [result] = rows as [{ replayed: number; next: string | null }];
    await writeAudit(tx, actor, { action: 'webhook.replay', subject: id, details: { since, count: result.replayed } });
    return { result, events: [webhooksChanged(workspaceId)] };
  });

/** @throws Refusal `NOT_FOUND`; `TOO_LATE` if it is disabled */
async function requireEnabled(tx: Db, workspaceId: string, id: string): Promise<void> {
  const { state } = await lockEndpoint(tx, workspaceId, id);
  if (state !== 'enabled') throw new Refusal('TOO_LATE', { status: state, version: 0 });
}
