import type { Text } from '@switchyard/contracts/text/registry';
import { storedText } from '@switchyard/contracts/text/registry';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { type ChangedRow, changedAt, messagesChanged, messagesStale } from '../messages.events.ts';

type ReturnedRow = ChangedRow & Record<string, unknown>;

/** Changes those of these messages that are pending and cannot have been sent. */
async function changePending(tx: Db, workspaceId: string, ids: readonly string[], set: SQL, only: SQL) {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<ReturnedRow>(sql`
    update messages set ${set}, version = version + 1, updated_at = now()
    where id in (
      select id from messages
      where id = any (${sql.param(ids)}::uuid[]) and workspace_id = ${workspaceId} and status = 'pending' and not in_doubt and ${only}
      order by id for update
    )
    returning id, status, ack, version, send_failure_reason, retry_count, ${sql.raw(changedAt('updated_at'))}`);
  return rows;
}

/**
 * Holds messages of a campaign until they are released. Overdue messages are held already, and their question stays
 * open.
 */
export async function holdMessages(tx: Db, workspaceId: string, ids: readonly string[]): Promise<DomainEvent[]> {
  const set = sql`hold_rule = ${CAMPAIGN_HOLD}, claimable_at = ${NEVER}`;
  const isNotHeld = sql`(hold_rule is null or hold_rule not in (${CAMPAIGN_HOLD}, ${OVERDUE_HOLD}))`;
  const held = await changePending(tx, workspaceId, ids, set, isNotHeld);
  return held.length > 0 ? [messagesStale(workspaceId)] : [];
}

/** Releases held messages; each starts as if it had just become due. */
export async function releaseMessages(tx: Db, workspaceId: string, ids: readonly string[]): Promise<DomainEvent[]> {
  const set = sql`hold_rule = null, claimable_at = greatest(due_at, now())`;
  const released = await changePending(tx, workspaceId, ids, set, sql`hold_rule = ${CAMPAIGN_HOLD}`);
  return released.length > 0 ? [messagesStale(workspaceId)] : [];
}

/** Cancels messages that have not been sent, and records the reason. */
export async function cancelMessages(
  tx: Db,
  workspaceId: string,
  ids: readonly string[],
  reason: Text,
): Promise<DomainEvent[]> {
  const set = sql`status = 'cancelled', hold_rule = null, send_failure_reason = ${storedText(reason)}`;
  const cancelled = await changePending(tx, workspaceId, ids, set, sql`true`);
  return cancelled.length > 0 ? [messagesChanged(workspaceId, cancelled)] : [];
}
