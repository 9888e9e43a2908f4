import { storedText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { holdMessages } from '../messages/index.ts';

/**
 * Pauses campaigns after a backup was restored: a running one may have continued since, so a person must decide.
 * @returns the paused campaigns, as sentences
 */
export async function holdRestored(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{
    id: string;
    workspace_id: string;
    name: string;
    waiting: number;
    ids: string[];
  }>(sql`
    with held as (
      update campaigns set state = 'paused', paused_because = ${storedText(text('campaignRestored'))}, updated_at = now()
      where state = 'running' and start_at <= now() returning id, workspace_id, name
    )
    select held.*, (select count(*)::int from campaign_recipients where campaign_id = held.id and outcome is null) as waiting,
      array(select message_id from campaign_recipients where campaign_id = held.id and outcome is null and message_id is not null) as ids
    from held order by name`);
  for (const { workspace_id, ids } of rows) await holdMessages(tx, workspace_id, ids);
  return rows.map(
    ({ name, waiting }) =>
      `the campaign ${name} may have gone on since the backup: it is paused with ${waiting} recipients to go`,
  );
}
