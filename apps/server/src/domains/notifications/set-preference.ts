import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationChannel } from '@switchyard/contracts/notice';
import { sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { notificationsChanged } from './notifications.events.ts';
import { manageOwnRefusal } from './notifications.policy.ts';
import { notificationPreferences } from './notifications.schema.ts';

interface Choice {
  kind: NotificationKind;
  channels: NotificationChannel[];
}

/** Sets the channels for one kind of the actor's notifications, in all their workspaces. Mandatory channels stay on. */
export const setPreference: Action<Choice, Choice> = ({ db }, actor, { kind, channels: wanted }) =>
  db.transaction(async (tx) => {
    authorize(manageOwnRefusal(actor));
    const channels = [...new Set(wanted)];
    await tx
      .insert(notificationPreferences)
      .values({ userId: actor.userId, kind, channels })
      .onConflictDoUpdate({
        target: [notificationPreferences.userId, notificationPreferences.kind],
        set: { channels, updatedAt: sql`now()` },
      });
    // Personal, whatever workspace they are in, so it appears in no workspace's log.
    await writeAudit(tx, actor, {
      action: 'notification.prefer',
      workspaceId: null,
      subject: kind,
      details: { channels },
    });
    return { result: { kind, channels }, events: [notificationsChanged(actor.workspaceId, actor.userId)] };
  });
