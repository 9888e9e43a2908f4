import { storedText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/**
 * After a restore from a backup, a conversation that is due may already have continued, so it waits for a person.
 * Scheduled runs that are due count as missed.
 * @returns the counts, as sentences
 */
export async function holdRestored(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute(sql`
    update bot_sessions set status = 'paused', wake_at = null, inbox = '[]', reason = ${storedText(text('conversationRestored'))}, updated_at = now()
    where status in ('active', 'waiting', 'paused') and wake_at <= now() and test_flow is null returning id`);
  await tx.execute(sql`
    update bot_deployments set next_run_at = now() - interval '1 day', run_done_to = null where next_run_at <= now()`);
  return rows.length === 0
    ? []
    : [`${rows.length} conversations of bots may have gone on since the backup: they are paused`];
}
