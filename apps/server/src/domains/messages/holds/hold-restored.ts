import { storedText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/**
 * After a backup was restored: what had been claimed then, or became due since, may have gone out, and nobody here can
 * know. A person must settle it. What is due later goes out as it would have.
 * @returns how many of each number, in words
 */
export async function holdRestored(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ number: string | null; count: number }>(sql`
    with held as (
      update messages set status = 'unknown', in_doubt = false, hold_rule = null, version = version + 1, updated_at = now(),
        send_failure_reason = ${storedText(text('sentRestored'))}
      where status = 'sending' or (status = 'pending' and (in_doubt or claimable_at <= now()))
      returning engine_id
    )
    select coalesce(engines.phone_number, engines.name) as number, count(*)::int as count
    from held left join engines on engines.id = held.engine_id group by 1 order by 1`);
  // Whoever held a lane belongs to the installation that the backup was made of.
  await tx.execute(sql`update engine_lanes set holder = null, instance_id = null, expires_at = null`);
  return rows.map(
    ({ number, count }) =>
      `${count} messages of ${number ?? 'no number'} may have gone out since the backup: they have the status unknown, and are sent only if somebody says so`,
  );
}
