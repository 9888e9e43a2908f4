import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { manageOwnRefusal } from './notifications.policy.ts';
import { notificationNumbers } from './notifications.schema.ts';

interface Where {
  /** E.164; null for none. */
  mobile: string | null;
}

/** Sets the WhatsApp number for the actor's notifications. */
export const setNumber: Action<Where, Where> = ({ db }, actor, { mobile }) =>
  db.transaction(async (tx) => {
    authorize(manageOwnRefusal(actor));
    const { userId } = actor;
    if (mobile === null) {
      await tx.delete(notificationNumbers).where(eq(notificationNumbers.userId, userId));
    } else {
      await tx
        .insert(notificationNumbers)
        .values({ userId, mobile })
        .onConflictDoUpdate({ target: notificationNumbers.userId, set: { mobile, updatedAt: sql`now()` } });
    }
    // The number is personal and stays out of every log.
    const details = { isSet: mobile !== null };
    await writeAudit(tx, actor, { action: 'notification.number', workspaceId: null, details });
    return { result: { mobile }, events: [] };
  });
