import { setTimeout as delay } from 'node:timers/promises';
import { factsOfKind } from '@switchyard/contracts/notifications';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Running } from '../../platform/domain.ts';
import type { Platform } from '../../platform/platform.ts';
import { users } from '../accounts/accounts.schema.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { notificationMail } from './notification-mail.ts';
import { notificationPreferences, notifications } from './notifications.schema.ts';

/** Notifications that one transaction mails at most. */
const AT_ONCE = 20;
const EVERY_MS = 30_000;
/** What could not be mailed for so long is not news any more; it stays on the page. */
const TOO_OLD = sql`interval '1 day'`;

type Parts = Pick<Platform, 'database' | 'mailer' | 'config'>;

/**
 * Mails what was told and not mailed yet to those who want it by mail. The row is marked in the transaction in which its mails are handed on: a process that
 * dies in between mails them again, and loses none.
 */
export async function mailWhatWaits(platform: Parts): Promise<void> {
  while ((await mailSome(platform)) === AT_ONCE);
}

const mailSome = ({ database, mailer, config }: Parts): Promise<number> =>
  database.db.transaction(async (tx) => {
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
    for (const one of waiting) {
      if (one.isOld) continue;
      for (const person of await wantsByMail(tx, one)) {
        await mailer.send(notificationMail(config.publicUrl, person, one));
      }
    }
    const ids = waiting.map(({ id }) => id);
    if (ids.length > 0)
      await tx.update(notifications).set({ mailedAt: sql`now()` }).where(inArray(notifications.id, ids));
    return ids.length;
  });

/** Who wants to know of it by mail: the person it is for, or those of the workspace who may. */
async function wantsByMail(
  tx: Db,
  { workspaceId, userId, kind }: Pick<typeof notifications.$inferSelect, 'workspaceId' | 'userId' | 'kind'>,
): Promise<{ name: string; email: string }[]> {
  const { audience, byDefault, always } = factsOfKind(kind);
  const chosen = and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.kind, kind));
  const isWanted = always.includes('mail')
    ? undefined
    : sql`coalesce('mail' = any(${notificationPreferences.channels}), ${byDefault.includes('mail')})`;
  const people = tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .leftJoin(notificationPreferences, chosen)
    .$dynamic();
  if (userId !== null) return people.where(and(eq(users.id, userId), isWanted));
  return people
    .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
    .where(
      and(
        eq(workspaceMembers.organizationId, workspaceId),
        audience === 'admins' ? inArray(workspaceMembers.role, ['owner', 'admin']) : undefined,
        isWanted,
      ),
    );
}

/** Role `worker`: mails what the process that told of it could not. */
export function watchUnmailed(platform: Platform): Running {
  const ended = new AbortController();
  const done = (async () => {
    while (!ended.signal.aborted) {
      await mailWhatWaits(platform).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'notifications could not be mailed; tried again soon'),
      );
      await delay(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ended.abort();
      await done;
    },
  };
}
