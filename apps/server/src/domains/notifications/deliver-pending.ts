import { noticeFacts } from '@switchyard/contracts/domains';
import type { NotificationChannel } from '@switchyard/contracts/notice';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Stoppable } from '../../platform/domain.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Network } from '../../platform/http/guarded-fetch.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { users } from '../accounts/accounts.schema.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { notificationMail, notificationPush, notificationText } from './notification-mail.ts';
import {
  notificationNumbers,
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from './notifications.schema.ts';
import { notifyByWhatsapp } from './notify-by-whatsapp.ts';
import { type Push, sendPushes } from './send-push.ts';

/** Maximum notifications mailed per transaction. */
const AT_ONCE = 20;
const INTERVAL_MS = 30_000;
/** Notifications that could not be mailed for this long are outdated; they stay on the page. */
const TOO_OLD = sql`interval '1 day'`;

type Deps = Pick<Platform, 'secret' | 'database' | 'mailer' | 'config' | 'hooks' | 'log' | 'events' | 'notices'>;

/**
 * Delivers pending notifications by email and WhatsApp to those who want them so. Each is marked in the transaction
 * that sends it: after a crash in between the email is sent again, so none is lost; a WhatsApp message is written once.
 * Browsers are notified afterwards, as a best effort.
 * @param network of the browsers' push services; defaults to the public internet
 */
export async function deliverPending(platform: Deps, network?: Network): Promise<void> {
  while (true) {
    const { count, events, pushes } = await deliverBatch(platform);
    platform.events.dispatch(events);
    await sendPushes(platform, pushes, network);
    if (count < AT_ONCE) return;
  }
}

const deliverBatch = ({
  database,
  mailer,
  config,
  hooks,
  log,
  notices,
}: Deps): Promise<{ count: number; events: DomainEvent[]; pushes: Push[] }> =>
  database.db.transaction(async (tx) => {
    const events: DomainEvent[] = [];
    const pushes: Push[] = [];
    const isPushed = (await tx.select({}).from(pushSubscriptions).limit(1)).length > 0;
    const mailContext = { notices, publicUrl: config.publicUrl };
    const waiting = await tx
      .select({
        id: notifications.id,
        workspaceId: notifications.workspaceId,
        workspaceName: workspaces.name,
        userId: notifications.userId,
        kind: notifications.kind,
        data: notifications.data,
        isOld: sql<boolean>`${lt(notifications.createdAt, sql`now() - ${TOO_OLD}`)}`,
      })
      .from(notifications)
      .innerJoin(workspaces, eq(workspaces.id, notifications.workspaceId))
      .where(isNull(notifications.mailedAt))
      .orderBy(asc(notifications.id))
      .limit(AT_ONCE)
      .for('update', { of: notifications, skipLocked: true });
    for (const notification of waiting) {
      if (notification.isOld) continue;
      for (const person of await findRecipients(tx, 'mail', notification)) {
        await mailer.send(notificationMail(mailContext, person, notification));
      }
      for (const { userId, language } of isPushed ? await findRecipients(tx, 'page', notification) : []) {
        pushes.push({ userId, tag: notification.id, ...notificationPush(notices, notification, language) });
      }
      for (const { name, mobile, language } of await findRecipients(tx, 'whatsapp', notification)) {
        if (mobile === null) continue;
        const { workspaceId, kind, data } = notification;
        const text = notificationText(mailContext, notification, language);
        events.push(
          ...(await notifyByWhatsapp.call({ hooks, log }, tx, { workspaceId, name, mobile, text, kind, data })),
        );
      }
    }
    const ids = waiting.map(({ id }) => id);
    if (ids.length > 0)
      await tx.update(notifications).set({ mailedAt: sql`now()` }).where(inArray(notifications.id, ids));
    return { count: ids.length, events, pushes };
  });

/** Who wants this notification by a channel: its recipient, or all members who may see it. */
async function findRecipients(
  tx: Db,
  channel: NotificationChannel,
  { workspaceId, userId, kind }: Pick<typeof notifications.$inferSelect, 'workspaceId' | 'userId' | 'kind'>,
): Promise<{ userId: string; name: string; email: string; language: string | null; mobile: string | null }[]> {
  const { audience, byDefault, always } = noticeFacts(kind);
  const chosen = and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.kind, kind));
  const isWanted = always.includes(channel)
    ? undefined
    : sql`coalesce(${channel} = any(${notificationPreferences.channels}), ${byDefault.includes(channel)})`;
  const people = tx
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      mobile: notificationNumbers.mobile,
    })
    .from(users)
    .leftJoin(notificationPreferences, chosen)
    .leftJoin(notificationNumbers, eq(notificationNumbers.userId, users.id))
    .$dynamic();
  if (userId !== null) return people.where(and(eq(users.id, userId), isWanted));
  return people
    .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
    .where(
      and(
        eq(workspaceMembers.organizationId, workspaceId),
        audience === 'everyone' ? undefined : inArray(workspaceMembers.role, ['owner', 'admin']),
        isWanted,
      ),
    );
}

/** Role `worker`: delivers what the process that created it could not. */
export const watchPending = (platform: Platform): Stoppable =>
  runRepeatedly(async () => {
    await deliverPending(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'notifications could not be delivered; retrying soon'),
    );
    return INTERVAL_MS;
  });
