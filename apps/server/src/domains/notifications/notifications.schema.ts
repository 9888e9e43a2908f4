import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationChannel } from '@switchyard/contracts/notice';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { loginSessions, ofUser, users } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** What people are told. Written by `notify` and ended by `settle`, and by nobody else. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Null: everybody who may know of this kind in the workspace. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it is about: one of a kind and subject is open at a time. */
    subject: text().notNull(),
    data: jsonb().$type<NotificationData>().notNull(),
    /** When it was handed on to mail and WhatsApp, if anybody wanted it so; null: not yet looked at. */
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

/** Who has read what. */
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

/** Where a person is told by WhatsApp; without a row, nowhere. */
export const notificationNumbers = pgTable('notification_numbers', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** E.164. */
  mobile: text().notNull(),
  updatedAt: updatedAt(),
});

/** By which channels a person is told of a kind; without a row, as the kind has it. */
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

/** The one key pair by which browsers' push services know this installation (VAPID); base64url. */
export const pushKeyPairs = pgTable('push_key_pairs', {
  publicKey: text().primaryKey(),
  /** Sealed, bound to the public key. */
  privateKey: bytes().notNull(),
});

/** Browsers that show notifications also while no page is open. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** Of a browser's push service. Whoever knows it and the keys of the installation can write to that browser. */
    endpoint: text().primaryKey(),
    userId: ofUser(),
    /** It ends with this sign-in; null: with none. */
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
