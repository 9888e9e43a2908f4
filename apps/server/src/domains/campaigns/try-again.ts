import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/** Somebody who waits, and the failed message that is to be tried again for them; null: it is the first. */
interface Waiting {
  id: string;
  retryOf: string | null;
}

/**
 * Who of these gets a message, and of how many retries it is the last. Whoever has got the failed one after all, or
 * whom a person has tried it again for, has that message instead. The failed messages are locked, so that no person
 * tries one again at this moment; whoever has one now is left for later.
 */
export async function selectRetries<One extends Waiting>(
  tx: Db,
  waiting: readonly One[],
): Promise<(One & { retryCount: number })[]> {
  const failed = waiting.flatMap(({ retryOf }) => retryOf ?? []);
  if (failed.length === 0) return waiting.map((one) => ({ ...one, retryCount: 0 }));
  const { rows: locked } = await tx.execute<{ id: string; retries: number }>(sql`
    select id, retry_count as retries from messages where id = any (${sql.param(failed)}::uuid[]) order by id for update skip locked`);
  const retriesOf = new Map(locked.map(({ id, retries }) => [id, retries]));
  const { rows: others } = await tx.execute<{ id: string }>(sql`
    update campaign_recipients r set message_id = theirs.id, engine_id = coalesce(theirs.engine_id, r.engine_id)
    from messages failed cross join lateral (
      select id, engine_id, 1 as turn from messages m where m.id = failed.id and m.status <> 'failed'
      union all
      select id, engine_id, 2 as turn from messages m where m.retry_of = failed.id and m.status <> 'cancelled' and not m.deleted
      order by turn, id desc limit 1
    ) theirs
    where failed.id = any (${sql.param([...retriesOf.keys()])}::uuid[]) and r.retry_of = failed.id
      and r.id = any (${sql.param(waiting.map(({ id }) => id))}::uuid[])
    returning r.id`);
  const have = new Set(others.map(({ id }) => id));
  return waiting.flatMap((one) => {
    const retries = one.retryOf === null ? -1 : retriesOf.get(one.retryOf);
    return retries === undefined || have.has(one.id) ? [] : [{ ...one, retryCount: retries + 1 }];
  });
}
