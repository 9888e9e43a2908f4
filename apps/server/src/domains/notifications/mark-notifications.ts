import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { notificationsChanged } from './notifications.events.ts';
import { manageOwnRefusal } from './notifications.policy.ts';
import { visibleTo } from './notifications.queries.ts';
import { notificationReads, notifications } from './notifications.schema.ts';

/** An open list marks a few hundred at most; the rest takes further calls. */
const MAX_AT_ONCE = 1_000;

/**
 * Marks the actor's notifications as read or unread; ignores other people's. Not audited, because it changes only what
 * they see (decision 206).
 */
export const markNotifications: Action<{ ids: string[] | 'all'; isRead: boolean }, { marked: number }> = (
  { db },
  actor,
  { ids, isRead },
) =>
  db.transaction(async (tx) => {
    authorize(manageOwnRefusal(actor));
    const { userId, workspaceId } = actor;
    const isRow = and(eq(notificationReads.notificationId, notifications.id), eq(notificationReads.userId, userId));
    const visible = await tx
      .select({ id: notifications.id })
      .from(notifications)
      .leftJoin(notificationReads, isRow)
      .where(
        and(
          await visibleTo(tx, actor),
          isRead ? isNull(notificationReads.readAt) : undefined,
          ids === 'all' ? undefined : inArray(notifications.id, ids),
        ),
      )
      .limit(MAX_AT_ONCE);
    if (visible.length === 0) return { result: { marked: 0 }, events: [] };
    const found = visible.map(({ id }) => id);
    if (isRead) {
      const rows = found.map((notificationId) => ({ notificationId, userId }));
      await tx.insert(notificationReads).values(rows).onConflictDoNothing();
    } else {
      await tx
        .delete(notificationReads)
        .where(and(eq(notificationReads.userId, userId), inArray(notificationReads.notificationId, found)));
    }
    return { result: { marked: found.length }, events: [notificationsChanged(workspaceId, userId)] };
  });
