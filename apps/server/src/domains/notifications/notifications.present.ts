import { noticeFacts } from '@switchyard/contracts/domains';
import { NOTIFICATION_CHANNELS } from '@switchyard/contracts/notice';
import type { Notification, NotificationPreferences } from '@switchyard/contracts/notifications/operations';
import type { PlatformRole } from '../../platform/actor.ts';
import type { Channels, NotificationRow } from './notifications.queries.ts';

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  kind: row.kind,
  data: row.data,
  createdAt: row.createdAt.toISOString(),
  isRead: row.isRead,
  settledAt: row.settledAt?.toISOString() ?? null,
});

export const presentPreferences = (
  channels: Channels,
  { role, mail, mobile }: Pick<NotificationPreferences, 'mail' | 'mobile'> & { role: PlatformRole },
): NotificationPreferences => ({
  kinds: [...channels]
    .filter(([kind]) => role === 'admin' || noticeFacts(kind).audience !== 'operators')
    // Kinds that always use every channel offer no choice.
    .filter(([kind]) => noticeFacts(kind).always.length < NOTIFICATION_CHANNELS.length)
    .map(([kind, chosen]) => ({ kind, channels: [...chosen], always: [...noticeFacts(kind).always] })),
  mail,
  mobile,
});
