import type { NotificationChannel } from '@switchyard/contracts/notice';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { manageOwnRefusal } from './notifications.policy.ts';
import { numberOf } from './notifications.queries.ts';
import { notifications } from './notifications.schema.ts';
import { notify, settle } from './notify.ts';

const KIND = 'notification-test';
const AGAIN_AFTER = sql`interval '1 minute'`;

/**
 * Notifies the actor by every channel they have, so that they see what arrives.
 * @throws Refusal `RATE_LIMITED` within a minute of the last test
 */
export const sendTest: Action<void, { channels: NotificationChannel[] }> = ({ db }, actor) =>
  db.transaction(async (tx) => {
    authorize(manageOwnRefusal(actor));
    const { userId, workspaceId } = actor;
    const isOwnTest = and(eq(notifications.userId, userId), eq(notifications.kind, KIND));
    const justSent = and(isOwnTest, gt(notifications.createdAt, sql`now() - ${AGAIN_AFTER}`));
    if ((await tx.select({}).from(notifications).where(justSent).limit(1)).length > 0)
      throw new Refusal('RATE_LIMITED');
    const about = { workspaceId, kind: KIND, subject: userId } as const;
    const settled = await settle(tx, about);
    const created = await notify(tx, { ...about, userId, data: {} });
    // Another window was faster.
    if (created.length === 0) throw new Refusal('RATE_LIMITED');
    const channels: NotificationChannel[] = ['page', 'mail'];
    if ((await numberOf(tx, userId)) !== null) channels.push('whatsapp');
    await writeAudit(tx, actor, { action: 'notification.test', workspaceId: null, details: { channels } });
    return { result: { channels }, events: [...settled, ...created] };
  });
