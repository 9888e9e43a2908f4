import { MESSAGE_STATUSES, type MessageStatus } from '@switchyard/contracts/messages';
import type { SQL } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { tellChanged, tellStale } from './messages.events.ts';
import { canCancel, canRemove, canResolve } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';
import { changeMessage, findMessage } from './messages.queries.ts';
import { notFound, tooLate } from './messages.refusal.ts';

export interface Target {
  workspaceId: string;
  id: string;
  /** The version that the caller has seen; undefined: any. */
  version?: number;
}

/**
 * Changes a message that is in a state which `allows` it, and at the version seen. Otherwise nothing changes and the caller is told where it stands.
 * @throws `NOT_FOUND`, `TOO_LATE`
 */
export async function changeWhere(
  platform: Platform,
  target: Target,
  allows: (status: MessageStatus) => boolean,
  changes: { [Column in keyof MessageRow]?: MessageRow[Column] | SQL },
): Promise<MessageRow> {
  const { db } = platform.database;
  const changed = await changeMessage(db, { ...target, statuses: MESSAGE_STATUSES.filter(allows) }, changes);
  if (changed) return changed;
  const present = await findMessage(db, target.workspaceId, target.id);
  throw present ? tooLate({ status: present.status, version: present.version }) : notFound();
}

/** Takes a waiting message out of its lane. @throws `NOT_FOUND`, `TOO_LATE` */
export async function cancelMessage(platform: Platform, target: Target): Promise<MessageRow> {
  return told(platform, await changeWhere(platform, target, canCancel, { status: 'cancelled', holdRule: null }));
}

/** Records what a person found out about a message whose fate was unknown. @throws `NOT_FOUND`, `TOO_LATE` */
export async function resolveMessage(platform: Platform, target: Target, as: 'sent' | 'failed'): Promise<MessageRow> {
  const changes =
    as === 'sent'
      ? { status: 'sent' as const, ack: 1, sendFailureReason: null, sentAt: new Date() }
      : { status: 'failed' as const, sendFailureReason: 'Settled by a person: it did not arrive.' };
  return told(platform, await changeWhere(platform, target, canResolve, changes));
}

/** Removes a message from every list. What was sent stays sent. @throws `NOT_FOUND`, `TOO_LATE` */
export async function removeMessage(platform: Platform, target: Target): Promise<void> {
  await changeWhere(platform, target, canRemove, { deleted: true });
  tellStale(platform.live, target.workspaceId);
}

function told(platform: Platform, row: MessageRow): MessageRow {
  tellChanged(platform.live, row.workspaceId, [
    {
      id: row.id,
      status: row.status,
      ack: row.ack,
      version: row.version,
      send_failure_reason: row.sendFailureReason,
      retry_count: row.retryCount,
      updated_at: row.updatedAt,
    },
  ]);
  return row;
}
