import { NOTIFICATION_KINDS, type NotificationKind, noticeFacts } from '@switchyard/contracts/domains';
import type { NotificationChannel } from '@switchyard/contracts/notice';
import { and, desc, eq, getTableColumns, type InferSelectModel, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  notificationNumbers,
  notificationPreferences,
  notificationReads,
  notifications,
} from './notifications.schema.ts';

export type NotificationRow = InferSelectModel<typeof notifications> & { isRead: boolean };
export type Channels = ReadonlyMap<NotificationKind, readonly NotificationChannel[]>;
type Reader = Pick<Actor, 'userId' | 'workspaceId' | 'workspaceRole'>;

/** Unread notifications are counted up to this number. */
const MAX_COUNTED = 100;

/** A person's channels for each kind. */
export async function channelsOf(db: Db, userId: string): Promise<Channels> {
  const chosen = await db
    .select({ kind: notificationPreferences.kind, channels: notificationPreferences.channels })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  const byKind = new Map(chosen.map((preference) => [preference.kind, preference.channels]));
  return new Map(
    NOTIFICATION_KINDS.map((kind) => {
      const { always, byDefault } = noticeFacts(kind);
      return [kind, [...new Set([...always, ...(byKind.get(kind) ?? byDefault)])]];
    }),
  );
}

/** The WhatsApp number for a person's notifications, or null. */
export async function numberOf(db: Db, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ mobile: notificationNumbers.mobile })
    .from(notificationNumbers)
    .where(eq(notificationNumbers.userId, userId));
  return found?.mobile ?? null;
}

/** A person's notifications on the page, newest first, and the number of unread ones. */
export async function listNotifications(
  db: Db,
  reader: Reader,
  { limit, skip, unreadOnly }: { limit: number; skip: number; unreadOnly: boolean },
): Promise<{ rows: NotificationRow[]; total: number; unread: number }> {
  const isVisible = await visibleTo(db, reader);
  const isRead = sql<boolean>`${notificationReads.readAt} is not null`;
  const unread = and(isVisible, isNull(notificationReads.readAt), isNull(notifications.settledAt));
  const listed = unreadOnly ? unread : isVisible;
  const rows = await db
    .select({ ...getTableColumns(notifications), isRead })
    .from(notifications)
    .leftJoin(notificationReads, readBy(reader.userId))
    .where(listed)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit)
    .offset(skip);
  const found = (which: SQL | undefined) =>
    db
      .select({ id: notifications.id })
      .from(notifications)
      .leftJoin(notificationReads, readBy(reader.userId))
      .where(which);
  const total = await db.$count(found(listed).as('found'));
  const counted = await found(unread).limit(MAX_COUNTED);
  return { rows, total, unread: counted.length };
}

const readBy = (userId: string) =>
  and(eq(notificationReads.notificationId, notifications.id), eq(notificationReads.userId, userId));

/**
 * Notifications visible to this person: their own in every workspace, and those for everybody who may see the kind in
 * this workspace.
 */
export async function visibleTo(db: Db, { userId, workspaceId, workspaceRole }: Reader): Promise<SQL | undefined> {
  const channels = await channelsOf(db, userId);
  const shown = NOTIFICATION_KINDS.filter((kind) => channels.get(kind)?.includes('page'));
  const audiences = workspaceRole === 'member' ? ['everyone'] : ['everyone', 'admins'];
  const ofAll = shown.filter((kind) => audiences.includes(noticeFacts(kind).audience));
  const inWorkspace = and(
    eq(notifications.workspaceId, workspaceId),
    isNull(notifications.userId),
    inArray(notifications.kind, ofAll),
  );
  return or(and(eq(notifications.userId, userId), inArray(notifications.kind, shown)), inWorkspace);
}
