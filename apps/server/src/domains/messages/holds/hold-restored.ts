import { storedText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Holds messages after a backup was restored: those that had been claimed, or have become due since, may have been
 * sent, and nobody can know. A person must settle them. Messages due later go out as planned.
 * @returns counts per number, as sentences
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
  // Lane holders belong to the installation that made the backup.
  await tx.execute(sql`update engine_lanes set holder = null, instance_id = null, expires_at = null`);
  return rows.map(
    ({ number, count }) =>
      `${count} messages of ${number ?? 'no number'} may have gone out since the backup: they have the status unknown, and are sent only if somebody says so`,
  );
}
