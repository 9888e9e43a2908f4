import { reaction } from '../../platform/domain.ts';
import { defineEvent } from '../../platform/events.ts';
import { deliverPending } from './deliver-pending.ts';

interface Change {
  /** Null for everybody in the workspace. */
  userId: string | null;
  /** There is a new notification, which may also go out by email or WhatsApp. */
  isNew: boolean;
}

const kind = defineEvent<Change>('notifications.changed', (changes) => {
  if (changes.some(({ userId }) => userId === null)) return [{ type: 'notifications.changed' }];
  const people = new Set(changes.flatMap(({ userId }) => (userId === null ? [] : [userId])));
  return [...people].map((userId) => ({ type: 'notifications.changed', userId }));
});

export const deliverNew = reaction(kind, (platform, { isNew }) => {
  if (!isNew) return;
  // A failure here is retried by the worker's next round.
  deliverPending(platform).catch((error: unknown) =>
    platform.log.debug({ err: error }, 'notifications are waiting to be delivered'),
  );
});

/** Notifications of a workspace, or of one of its people, have changed. */
export const notificationsChanged = (workspaceId: string, userId: string | null, isNew = false) =>
  kind(workspaceId, { userId, isNew });
