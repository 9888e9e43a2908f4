import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationChannel } from '@switchyard/contracts/notice';
import { sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { notificationsChanged } from './notifications.events.ts';
import { haveOwnRefusal } from './notifications.policy.ts';
import { notificationPreferences } from './notifications.schema.ts';

interface Choice {
  kind: NotificationKind;
  channels: NotificationChannel[];
}

/** Chooses by which channels the actor is told of a kind, in all their workspaces. What a kind insists on stays on. */
export const setPreference: Action<Choice, Choice> = ({ db }, actor, { kind, channels: wanted }) =>
  db.transaction(async (tx) => {
    authorize(haveOwnRefusal(actor));
    const channels = [...new Set(wanted)];
    await tx
      .insert(notificationPreferences)
      .values({ userId: actor.userId, kind, channels })
      .onConflictDoUpdate({
        target: [notificationPreferences.userId, notificationPreferences.kind],
        set: { channels, updatedAt: sql`now()` },
      });
    // It is the person's, in whichever workspace they are: none's log tells of it.
    await writeAudit(tx, actor, {
      action: 'notification.prefer',
      workspaceId: null,
      subject: kind,
      details: { channels },
    });
    return { result: { kind, channels }, events: [notificationsChanged(actor.workspaceId, actor.userId)] };
  });
