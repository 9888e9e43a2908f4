import { storedText } from '@switchyard/contracts/text/registry';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { NewlySuppressed } from '../../suppression/index.ts';
import { type ChangedRow, changedAt, messagesChanged } from '../messages.events.ts';

/**
 * Cancels pending automated messages (campaigns, series, bots) to a number that has opted out. Messages that a person
 * wrote stay, and so do those that WhatsApp may already have.
 */
export async function withdrawSuppressed(
  tx: Db,
  { workspaceId, mobile, reason }: NewlySuppressed,
): Promise<DomainEvent[]> {
  const { rows } = await tx.execute<ChangedRow & Record<string, unknown>>(sql`
    update messages set status = 'cancelled', hold_rule = null, send_failure_reason = ${storedText(reason)}, version = version + 1, updated_at = now()
    where id in (
      select id from messages
      where workspace_id = ${workspaceId} and recipient = ${mobile} and status = 'pending' and not in_doubt
        and (origin in ('campaign', 'bot') or series_id is not null)
      order by id for update
    )
    returning id, status, ack, version, send_failure_reason, retry_count, ${sql.raw(changedAt('updated_at'))}`);
  return rows.length === 0 ? [] : [messagesChanged(workspaceId, rows)];
}
