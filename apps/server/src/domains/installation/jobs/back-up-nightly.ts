import { eq, sql } from 'drizzle-orm';
import { backUpNightly } from '../../../platform/backup/nightly-backup.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { notify, settle } from '../../notifications/index.ts';
import { workspaceMembers } from '../../workspaces/workspaces.schema.ts';

const NOTICE = { kind: 'backup-failed', subject: 'backup' } as const;

/**
 * Makes the nightly backup if it is due. Notifies the platform admins once if it fails, and settles that with the next
 * successful one.
 */
export async function runNightlyBackup(platform: Platform, now: Date): Promise<void> {
  const { database, events, log } = platform;
  try {
    const created = await backUpNightly(platform, now);
    if (created === null) return;
    log.info(created, 'the nightly backup was made');
    events.dispatch(await toAdmins(database.db, (tx, admin) => settle(tx, { ...NOTICE, ...admin })));
  } catch (error) {
    const data = { reason: (error as Error).message, at: now.toISOString() };
    events.dispatch(await toAdmins(database.db, (tx, admin) => notify(tx, { ...NOTICE, ...admin, data })));
    throw error;
  }
}

/** Calls a function for each platform admin, with the workspace they joined first. */
const toAdmins = (
  db: Db,
  work: (tx: Db, admin: { userId: string; workspaceId: string }) => Promise<DomainEvent[]>,
): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const admins = await tx
      .selectDistinctOn([users.id], { userId: users.id, workspaceId: workspaceMembers.organizationId })
      .from(users)
      .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
      .where(eq(users.role, 'admin'))
      .orderBy(users.id, workspaceMembers.createdAt, sql`${workspaceMembers.id}`);
    const events: DomainEvent[] = [];
    for (const admin of admins) events.push(...(await work(tx, admin)));
    return events;
  });
