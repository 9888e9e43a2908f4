import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify } from '../../notifications/index.ts';
import { webhooksChanged } from '../webhooks.events.ts';
import { webhookAttempts, webhookDeliveries } from '../webhooks.schema.ts';
import type { AttemptResult } from './attempt.ts';
import type { ClaimedDelivery } from './claim.ts';
import { restAfter, waitAfter } from './retry-times.ts';

const GONE = 410;
const SLOW_DOWN = new Set([429, 503]);
/** Nothing but failures for so long: it is disabled. */
const FAILING_DAYS = 5;

/**
 * Records how a try went and what follows from it. Whoever's claim is over, because the try was taken up by another,
 * records nothing.
 * @returns what happened
 */
export async function settleAttempt(db: Db, delivery: ClaimedDelivery, result: AttemptResult): Promise<DomainEvent[]> {
  const { id, endpoint_id: endpointId, workspace_id: workspaceId, attempts, tries } = delivery;
  const { status, retryAfter, ...kept } = result;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const restMs = status !== null && SLOW_DOWN.has(status) ? restAfter(retryAfter, Date.now()) : null;
  const waitMs = isDelivered || status === GONE ? null : waitAfter(tries);
  return db.transaction(async (tx) => {
    const [settled] = await tx
      .update(webhookDeliveries)
      .set({
        claimedUntil: null,
        lastStatus: status,
        ...(waitMs === null
          ? { state: isDelivered ? ('delivered' as const) : ('failed' as const), settledAt: sql`now()` }
          : { nextAt: sql`now() + make_interval(secs => ${Math.max(waitMs, restMs ?? 0) / 1_000})` }),
      })
      .where(
        and(
          eq(webhookDeliveries.id, id),
          eq(webhookDeliveries.attempts, attempts),
          eq(webhookDeliveries.state, 'waiting'),
        ),
      )
      .returning({ id: webhookDeliveries.id });
    if (!settled) return [];
    await tx.insert(webhookAttempts).values({ ...kept, deliveryId: id, number: attempts, status });
    const told = await changeEndpoint(tx, { endpointId, workspaceId, isDelivered, restMs, isGone: status === GONE });
    return [webhooksChanged(workspaceId), ...told];
  });
}

async function changeEndpoint(
  tx: Db,
  about: { endpointId: string; workspaceId: string; isDelivered: boolean; restMs: number | null; isGone: boolean },
): Promise<DomainEvent[]> {
  const { endpointId, workspaceId, isDelivered, restMs, isGone } = about;
  if (isDelivered) {
    await tx.execute(sql`
      update webhook_endpoints set failing_since = null, rest_until = null
      where id = ${endpointId} and (failing_since is not null or rest_until is not null)`);
    return [];
  }
  const { rows } = await tx.execute<{ url: string; description: string | null; is_disabled: boolean }>(sql`
    update webhook_endpoints e set
      failing_since = coalesce(e.failing_since, now()),
      rest_until = ${restMs === null ? sql`e.rest_until` : sql`now() + make_interval(secs => ${restMs / 1_000})`},
      state = case when ends.now then 'disabled' else e.state end,
      disabled_because = case when ends.now then ${isGone ? 'gone' : 'failing'} else e.disabled_because end
    from (select id, state = 'enabled' and (${isGone}::boolean
      or coalesce(failing_since < now() - make_interval(days => ${FAILING_DAYS}), false)) as now
      from webhook_endpoints where id = ${endpointId} for update) ends
    where e.id = ends.id
    returning e.url, e.description, ends.now as is_disabled`);
  const [endpoint] = rows;
  if (!endpoint?.is_disabled) return [];
  const name = endpoint.description ?? new URL(endpoint.url).host;
  const data = { id: endpointId, name, at: new Date().toISOString() };
  return notify(tx, { workspaceId, userId: null, kind: 'webhook-disabled', subject: endpointId, data });
}
