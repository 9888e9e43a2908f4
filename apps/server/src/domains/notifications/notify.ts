import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { notificationsChanged } from './notifications.events.ts';
import { notifications } from './notifications.schema.ts';

interface Subject {
  workspaceId: string;
  kind: NotificationKind;
  /** What it is about, such as an engine's id. */
  subject: string;
}

/**
 * Notifies people in the transaction of the event; only once while the same kind and subject are open.
 * @param notice `userId` null means everybody in the workspace who may see this kind
 * @returns the events to publish after the commit
 */
export async function notify(
  tx: Db,
  notice: Subject & { userId: string | null; data: NotificationData },
): Promise<DomainEvent[]> {
  const created = await tx
    .insert(notifications)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  return created.length > 0 ? [notificationsChanged(notice.workspaceId, notice.userId, true)] : [];
}

/** Ends a notification: it no longer counts as unread, and the same kind and subject may be notified again. */
export async function settle(tx: Db, { workspaceId, kind, subject }: Subject): Promise<DomainEvent[]> {
  const settled = await tx
    .update(notifications)
    .set({ settledAt: sql`now()` })
    .where(
      and(
        eq(notifications.workspaceId, workspaceId),
        eq(notifications.kind, kind),
        eq(notifications.subject, subject),
        isNull(notifications.settledAt),
      ),
    )
    .returning({ userId: notifications.userId });
  return settled.map(({ userId }) => notificationsChanged(workspaceId, userId));
}
