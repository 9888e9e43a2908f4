import { reaction } from '../../platform/domain.ts';
import { defineEvent } from '../../platform/events.ts';
import { deliverPending } from './hand-on-notifications.ts';

interface Change {
  /** Null: everybody's of the workspace. */
  userId: string | null;
  /** Somebody new is to be told, also by mail or WhatsApp. */
  isNew: boolean;
}

const kind = defineEvent<Change>('notifications.changed', (changes) => {
  if (changes.some(({ userId }) => userId === null)) return [{ type: 'notifications.changed' }];
  const people = new Set(changes.flatMap(({ userId }) => (userId === null ? [] : [userId])));
  return [...people].map((userId) => ({ type: 'notifications.changed', userId }));
});

export const deliverNew = reaction(kind, (platform, { isNew }) => {
  if (!isNew) return;
  // Whatever fails here is handed on by the worker's next round.
  deliverPending(platform).catch((error: unknown) =>
    platform.log.debug({ err: error }, 'notifications wait to be handed on'),
  );
});

/** What people of a workspace, or one of them, were told is not as it was. */
export const notificationsChanged = (workspaceId: string, userId: string | null, isNew = false) =>
  kind(workspaceId, { userId, isNew });
