import type { InstallationEntry } from '@switchyard/contracts/installation/operations';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { users } from '../accounts/accounts.schema.ts';
import { auditEntries } from '../audit/audit.schema.ts';

/** What was done to accounts and by admins of the platform, and concerns no workspace, latest first. */
export async function listPlatformAudit(
  db: Db,
  { limit, skip, by }: { limit: number; skip: number; by?: string | undefined },
): Promise<{ data: InstallationEntry[]; total: number }> {
  const matches = and(isNull(auditEntries.workspaceId), by ? containsText(auditEntries.actorName, by) : undefined);
  const rows = await db
    .select({ entry: auditEntries, subjectName: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(sql`${users.id}::text`, auditEntries.subject))
    .where(matches)
    .orderBy(desc(auditEntries.createdAt), auditEntries.id)
    .limit(limit)
    .offset(skip);
  const data = rows.map(({ entry: { id, createdAt, actorName, action, subject, address, details }, subjectName }) => ({
    ...{ _id: id, at: createdAt.toISOString(), by: actorName, action },
    ...{ subject, subjectName, address, details },
  }));
  return { data, total: await db.$count(auditEntries, matches) };
}
