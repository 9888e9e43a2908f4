import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Maximum concurrent deliveries per endpoint across all workers, so that a slow one cannot starve the others. `busy`
 * applies while most slots of a worker are taken.
 */
const MAX_CONCURRENT = { free: 32, busy: 8 };
/** The same limit for an endpoint that is slow to answer. */
const MAX_CONCURRENT_SLOW = { free: 4, busy: 1 };
const MAX_CONCURRENT_FAILING = 1;
/** An attempt that takes longer marks its endpoint as slow. */
const SLOW_SECONDS = 2;
/** Due deliveries per endpoint that one claim examines. */
const MAX_EXAMINED = 64;
/**
 * Well beyond the timeout of an attempt: when it expires, the worker has died, and the delivery is retried under the
 * same id.
 */
const CLAIM_SECONDS = 60;

/** A claimed delivery, with everything needed to send it. */
export interface ClaimedDelivery extends Record<string, unknown> {
  id: string;
  attempts: number;
  tries: number;
  endpoint_id: string;
  workspace_id: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  event_id: string;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
}

/**
 * Claims due deliveries: a few per endpoint, oldest first, and for each subject only once all earlier ones have arrived
 * or failed. A delivery that must wait for an earlier one is postponed until that one settles and wakes it, so the cost
 * of a claim does not grow with the backlog of a dead receiver. Several workers may claim concurrently.
 * @param load `busy` if most slots of this worker are taken
 */
export async function claimDeliveries(
  db: Db,
  limit: number,
  load: keyof typeof MAX_CONCURRENT = 'free',
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.execute<ClaimedDelivery>(sql`
    with endpoint as materialized (
      select e.id, case when e.failing_since is not null then ${MAX_CONCURRENT_FAILING}::int when in_hand.is_slow
        then ${MAX_CONCURRENT_SLOW[load]}::int else ${MAX_CONCURRENT[load]}::int end - in_hand.count as places
      from webhook_endpoints e cross join lateral (
        select count(*)::int, coalesce(min(d.claimed_until) < now() + make_interval(secs => ${CLAIM_SECONDS - SLOW_SECONDS}), false) as is_slow
        from webhook_deliveries d where d.endpoint_id = e.id and d.claimed_until > now()
      ) in_hand
      where e.state = 'enabled' and not exists (
          select from workspaces w where w.id = e.workspace_id and w.suspended_at is not null) and (e.rest_until is null or e.rest_until <= now())
        and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.next_at <= now())
    ), due as materialized (
      select due.*, endpoint.places, earlier.id as earlier_id
      from endpoint cross join lateral (
        select d.id, d.endpoint_id, d.subject, d.position, d.next_at from webhook_deliveries d
        where d.endpoint_id = endpoint.id and d.state = 'waiting' and d.next_at <= now()
          and (d.claimed_until is null or d.claimed_until <= now())
        order by d.next_at, d.position limit case when endpoint.places > 0 then ${MAX_EXAMINED}::int else 0 end
      ) due left join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = due.endpoint_id and d.subject = due.subject and d.state = 'waiting' and d.position < due.position
        order by d.position limit 1
      ) earlier on true
    ), unsettled as materialized (
      -- Locked until the end of this statement, so that whoever settles one meanwhile sees the postponed follower.
      select d.id, d.next_at from webhook_deliveries d
      where d.id in (select earlier_id from due) and d.state = 'waiting' for share skip locked
    ), follower as materialized (
      select d.id, unsettled.next_at from webhook_deliveries d
      join due on due.id = d.id join unsettled on unsettled.id = due.earlier_id for update of d skip locked
    ), put_off as (
      update webhook_deliveries d set next_at = greatest(follower.next_at, now() + make_interval(secs => ${CLAIM_SECONDS}))
      from follower where d.id = follower.id
    ), head as (
      select id, next_at, places, row_number() over (partition by endpoint_id order by position) as place
      from due where earlier_id is null
    ), taken as (
      select d.id from webhook_deliveries d
      where d.id in (select id from head where place <= places order by place, next_at limit ${limit}) and d.state = 'waiting'
        and (d.claimed_until is null or d.claimed_until <= now())
      for update skip locked
    ), claimed as (
      update webhook_deliveries d
      set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), attempts = d.attempts + 1, tries = d.tries + 1
      from taken where d.id = taken.id
      returning d.id, d.attempts, d.tries, d.endpoint_id, d.workspace_id, d.event_id
    )
    select claimed.*, e.url, e.secret, case when e.previous_secret_until > now() then e.previous_secret end as previous_secret,
      event.type, event.data, event.created_at
    from claimed join webhook_endpoints e on e.id = claimed.endpoint_id join webhook_events event on event.id = claimed.event_id`);
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }));
}
