import { sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify } from '../../notifications/index.ts';
import { webhooksChanged } from '../webhooks.events.ts';
import type { AttemptResult } from './attempt.ts';
import type { ClaimedDelivery } from './claim.ts';
import { pauseDuration, retryDelay } from './retry-times.ts';

const GONE = 410;
const SLOW_DOWN = new Set([429, 503]);
/** An endpoint is disabled after this many days of nothing but failures. */
const FAILING_DAYS = 5;

/** A finished attempt. */
export interface FinishedAttempt {
  delivery: ClaimedDelivery;
  result: AttemptResult;
}

/**
 * Records the results of attempts and their consequences. Ignores attempts whose claim has expired and been taken over.
 * @returns the events to publish
 */
export async function settleAttempts(db: Db, attempted: readonly FinishedAttempt[]): Promise<DomainEvent[]> {
  const ended = attempted.map(({ delivery, result: { status, retryAfter, ...kept } }) => {
    const isDelivered = status !== null && status >= 200 && status < 300;
    const restMs = status !== null && SLOW_DOWN.has(status) ? pauseDuration(retryAfter, Date.now()) : null;
    const waitMs = isDelivered || status === GONE ? null : retryDelay(delivery.tries);
    const state = isDelivered ? ('delivered' as const) : waitMs === null ? ('failed' as const) : ('waiting' as const);
    return { delivery, kept, status, restMs, waitMs: Math.max(waitMs ?? 0, restMs ?? 0), state };
  });
  return db.transaction(async (tx) => {
    const results = ended.map(({ delivery: { id, attempts }, kept, state, status, waitMs }) => ({
      ...{ id, attempts, state, status },
      seconds: waitMs / 1_000,
      attempt_id: newId(),
      ...kept,
    }));
    const { rows } = await tx.execute<{ id: string }>(sql`
      with finished as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as finished (id uuid, attempts int, state text, status int,
          seconds float8, attempt_id uuid, "durationMs" int, fault text, "requestHeaders" jsonb, "responseHeaders" jsonb, "responseBody" text)
      ), settled as (
        update webhook_deliveries d set claimed_until = null, last_status = finished.status, state = finished.state,
          next_at = case when finished.state = 'waiting' then now() + make_interval(secs => finished.seconds) else d.next_at end,
          settled_at = case when finished.state = 'waiting' then null else now() end
        from finished where d.id = finished.id and d.attempts = finished.attempts and d.state = 'waiting'
        returning finished.*
      ), recorded_attempts as (
        insert into webhook_attempts (id, delivery_id, number, duration_ms, status, fault, request_headers, response_headers, response_body)
        select attempt_id, id, attempts, "durationMs", status, fault, "requestHeaders", nullif("responseHeaders", 'null'), "responseBody" from settled
      )
      select id from settled`);
    const recorded = new Set(rows.map(({ id }) => id));
    const settled = ended.filter(({ delivery }) => recorded.has(delivery.id));
    if (settled.length === 0) return [];
    await wakeFollowers(
      tx,
      settled.filter(({ state }) => state !== 'waiting').map(({ delivery }) => delivery.id),
    );
    const events = [...new Set(settled.map(({ delivery }) => delivery.workspace_id))].map((id) => webhooksChanged(id));
    // Always in the same order, so that two workers cannot deadlock.
    const byEndpoint = [...Map.groupBy(settled, ({ delivery }) => delivery.endpoint_id)].sort();
    const healthy = byEndpoint.filter(([, its]) => its.some(({ state }) => state === 'delivered')).map(([id]) => id);
    if (healthy.length > 0) await recordSuccess(tx, healthy);
    for (const [endpointId, its] of byEndpoint) {
      const failed = its.filter(({ state }) => state !== 'delivered');
      if (failed.length === 0) continue;
      const workspaceId = its[0]?.delivery.workspace_id ?? '';
      const restMs = Math.max(...failed.map((attempt) => attempt.restMs ?? 0)) || null;
      const isGone = failed.some(({ status }) => status === GONE);
      events.push(...(await recordFailure(tx, { endpointId, workspaceId, restMs, isGone })));
    }
    return events;
  });
}

/** Makes deliveries that waited for these due. */
async function wakeFollowers(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries set next_at = now()
    where next_at > now() and tries = 0 and id in (
      select follower.id from webhook_deliveries d cross join lateral (
        select id from webhook_deliveries
        where endpoint_id = d.endpoint_id and subject = d.subject and state = 'waiting' order by position limit 1
      ) follower where d.id = any (${sql.param(ids)}::uuid[]))`);
}

async function recordSuccess(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoints set failing_since = null, rest_until = null
    where id in (select id from webhook_endpoints
      where id = any (${sql.param(ids)}::uuid[]) and (failing_since is not null or rest_until is not null)
      order by id for no key update)`);
}

async function recordFailure(
  tx: Db,
  failure: { endpointId: string; workspaceId: string; restMs: number | null; isGone: boolean },
): Promise<DomainEvent[]> {
  const { endpointId, workspaceId, restMs, isGone } = failure;
  const { rows } = await tx.execute<{ url: string; description: string | null; is_disabled: boolean }>(sql`
    update webhook_endpoints e set
      failing_since = coalesce(e.failing_since, now()),
      rest_until = ${restMs === null ? sql`e.rest_until` : sql`now() + make_interval(secs => ${restMs / 1_000})`},
      state = case when ends.now then 'disabled' else e.state end,
      disabled_because = case when ends.now then ${isGone ? 'gone' : 'failing'} else e.disabled_because end
    from (select id, state = 'enabled' and (${isGone}::boolean
      or coalesce(failing_since < now() - make_interval(days => ${FAILING_DAYS}), false)) as now
      from webhook_endpoints where id = ${endpointId} for no key update) ends
    where e.id = ends.id
    returning e.url, e.description, ends.now as is_disabled`);
  const [endpoint] = rows;
  if (!endpoint?.is_disabled) return [];
  const name = endpoint.description ?? new URL(endpoint.url).host;
  const data = { id: endpointId, name, at: new Date().toISOString() };
  return notify(tx, { workspaceId, userId: null, kind: 'webhook-disabled', subject: endpointId, data });
}
