import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/** A waiting recipient, and the failed message to retry. Null: it is the first message. */
interface WaitingRecipient {
  id: string;
  retryOf: string | null;
}

/**
 * Selects the recipients that get a message, with its retry count. If the failed message arrived after all, or a person
 * has retried it, the recipient is linked to that message instead. The failed messages are locked, so that no person
 * retries one at the same time; recipients whose message is locked already are left for later.
 */
export async function selectRetries<Recipient extends WaitingRecipient>(
  tx: Db,
  waiting: readonly Recipient[],
): Promise<(Recipient & { retryCount: number })[]> {
  const failed = waiting.flatMap(({ retryOf }) => retryOf ?? []);
  if (failed.length === 0) return waiting.map((recipient) => ({ ...recipient, retryCount: 0 }));
  const { rows: locked } = await tx.execute<{ id: string; retries: number }>(sql`
    select id, retry_count as retries from messages where id = any (${sql.param(failed)}::uuid[]) order by id for update skip locked`);
  const retriesOf = new Map(locked.map(({ id, retries }) => [id, retries]));
  const { rows: others } = await tx.execute<{ id: string }>(sql`
    update campaign_recipients r set message_id = existing.id, engine_id = coalesce(existing.engine_id, r.engine_id)
    from messages failed cross join lateral (
      select id, engine_id, 1 as turn from messages m where m.id = failed.id and m.status <> 'failed'
      union all
      select id, engine_id, 2 as turn from messages m where m.retry_of = failed.id and m.status <> 'cancelled' and not m.deleted
      order by turn, id desc limit 1
    ) existing
    where failed.id = any (${sql.param([...retriesOf.keys()])}::uuid[]) and r.retry_of = failed.id
      and r.id = any (${sql.param(waiting.map(({ id }) => id))}::uuid[])
    returning r.id`);
  const linked = new Set(others.map(({ id }) => id));
  return waiting.flatMap((recipient) => {
    const retries = recipient.retryOf === null ? -1 : retriesOf.get(recipient.retryOf);
    return retries === undefined || linked.has(recipient.id) ? [] : [{ ...recipient, retryCount: retries + 1 }];
  });
}
