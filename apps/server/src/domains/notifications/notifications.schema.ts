import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationChannel } from '@switchyard/contracts/notice';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { loginSessions, ofUser, users } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Notifications. Only `notify` creates and `settle` ends them. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Null for everybody in the workspace who may see this kind. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it is about; only one per kind and subject is open at a time. */
    subject: text().notNull(),
    data: jsonb().$type<NotificationData>().notNull(),
    /** When it was handled for email and WhatsApp, whether or not anybody wanted it so; null if pending. */
    mailedAt: instant(),
    settledAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('notifications_open')
      .on(table.workspaceId, table.kind, table.subject, sql`coalesce(${table.userId}, ${table.workspaceId})`)
      .where(sql`${table.settledAt} is null`),
    index('notifications_listing').on(table.workspaceId, table.createdAt.desc()),
    index('notifications_of_person').on(table.userId, table.createdAt.desc()),
    index('notifications_to_mail').on(table.id).where(sql`${table.mailedAt} is null`),
    index('notifications_age').on(table.createdAt),
  ],
);

/** Who has read which notification. */
export const notificationReads = pgTable(
  'notification_reads',
  {
    notificationId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    readAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.notificationId] }), index().on(table.notificationId)],
);

/** Numbers for WhatsApp notifications; without a row, there are none. */
export const notificationNumbers = pgTable('notification_numbers', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** E.164. */
  mobile: text().notNull(),
  updatedAt: updatedAt(),
});

/** A person's channels for a kind; without a row, the kind's defaults. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: ofUser(),
    kind: text().$type<NotificationKind>().notNull(),
    channels: text().array().$type<NotificationChannel[]>().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** The only key pair that identifies this installation to browsers' push services (VAPID); base64url. */
export const pushKeyPairs = pgTable('push_key_pairs', {
  publicKey: text().primaryKey(),
  /** Sealed, bound to the public key. */
  privateKey: bytes().notNull(),
});

/** Browsers that show notifications even without an open page. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** A URL of the browser's push service. Whoever has it and the installation's keys can send to that browser. */
    endpoint: text().primaryKey(),
    userId: ofUser(),
    /** The subscription ends with this login session; null if it is not tied to one. */
    loginId: uuid().references(() => loginSessions.id, { onDelete: 'cascade' }),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('push_subscriptions_of_person').on(table.userId),
    index('push_subscriptions_login').on(table.loginId),
  ],
);
