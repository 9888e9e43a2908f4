import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/** In hand at one time, of one endpoint, over all workers: nobody's slowness takes the places of others. */
const AT_ONCE_OF_ENDPOINT = 8;
/** The same of one that fails. */
const AT_ONCE_OF_FAILING = 1;
/** Well beyond the time of a try: then whoever had it is gone, and it is tried again under the same id. */
const CLAIM_SECONDS = 60;

/** A delivery in hand, with all that sending it needs. */
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
 * Takes what is due: of each endpoint a few, the oldest first, and of one subject nothing before what came earlier has
 * arrived or was given up. Several workers may claim at once.
 */
export async function claimDeliveries(db: Db, limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await db.execute<ClaimedDelivery>(sql`
    with endpoint as materialized (
      select e.id, case when e.failing_since is null then ${AT_ONCE_OF_ENDPOINT}::int else ${AT_ONCE_OF_FAILING}::int end
        - (select count(*)::int from webhook_deliveries d where d.endpoint_id = e.id and d.claimed_until > now()) as places
      from webhook_endpoints e
      where e.state = 'enabled' and not exists (
          select from workspaces w where w.id = e.workspace_id and w.suspended_at is not null) and (e.rest_until is null or e.rest_until <= now())
        and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.next_at <= now())
    ), head as (
      select due.id, row_number() over (partition by endpoint.id order by due.position) as place, due.next_at
      from endpoint cross join lateral (
        select d.id, d.position, d.next_at from webhook_deliveries d
        where d.endpoint_id = endpoint.id and d.state = 'waiting' and d.next_at <= now()
          and (d.claimed_until is null or d.claimed_until <= now())
          and not exists (select from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id
            and earlier.subject = d.subject and earlier.state = 'waiting' and earlier.position < d.position)
        order by d.next_at, d.position limit greatest(endpoint.places, 0)
      ) due
    ), taken as (
      select d.id from webhook_deliveries d
      where d.id in (select id from head order by place, next_at limit ${limit}) and d.state = 'waiting'
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
