import type { ActivityFilter } from '@switchyard/contracts/installation/filters';
import type { InstallationEntry } from '@switchyard/contracts/installation/operations';
import { and, desc, eq, inArray, isNull, like, notLike, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { users } from '../accounts/accounts.schema.ts';
import { auditEntries } from '../audit/audit.schema.ts';

const { action } = auditEntries;
const FILTERS: Record<ActivityFilter, SQL | undefined> = {
  all: undefined,
  signIns: inArray(action, ['account.sign-in', 'account.sign-in-failed']),
  failedSignIns: eq(action, 'account.sign-in-failed'),
  accounts: and(like(action, 'account.%'), notLike(action, 'account.sign-in%')),
  people: notLike(action, 'account.%'),
};

/** Audit entries about accounts and by platform admins that concern no workspace, latest first. */
export async function listPlatformAudit(
  db: Db,
  { limit, skip, by, filter }: { limit: number; skip: number; by?: string | undefined; filter: ActivityFilter },
): Promise<{ data: InstallationEntry[]; total: number }> {
  const found = by ? or(containsText(auditEntries.actorName, by), containsText(auditEntries.address, by)) : undefined;
  const matches = and(isNull(auditEntries.workspaceId), FILTERS[filter], found);
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
