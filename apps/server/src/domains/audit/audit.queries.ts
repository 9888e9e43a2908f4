import { and, desc, eq, getTableColumns, gte, type InferSelectModel, like, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { users } from '../accounts/accounts.schema.ts';
import { auditEntries } from './audit.schema.ts';

export type AuditRow = InferSelectModel<typeof auditEntries> & { subjectName: string | null };

interface AuditQuery {
  limit: number;
  skip: number;
  /** The part of the action before its dot. */
  noun?: string | undefined;
  by?: string | undefined;
  /** Days in the workspace's zone, `YYYY-MM-DD`, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** When a day begins in the workspace's zone. @param later offset in days */
const startOfDay = (workspaceId: string, day: string, later: number) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone (select zone from workspaces where id = ${workspaceId}))`;

/** Audit entries of a workspace, latest first. */
export async function listAudit(
  db: Db,
  workspaceId: string,
  { limit, skip, noun, by, from, to }: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  const matches = and(
    eq(auditEntries.workspaceId, workspaceId),
    noun === undefined ? undefined : like(auditEntries.action, `${noun}.%`),
    by ? containsText(auditEntries.actorName, by) : undefined,
    from === undefined ? undefined : gte(auditEntries.createdAt, startOfDay(workspaceId, from, 0)),
    to === undefined ? undefined : lt(auditEntries.createdAt, startOfDay(workspaceId, to, 1)),
  );
  const rows = await db
    .select({ ...getTableColumns(auditEntries), subjectName: users.name })
    .from(auditEntries)
    .leftJoin(users, sql`${users.id}::text = ${auditEntries.subject}`)
    .where(matches)
    .orderBy(desc(auditEntries.createdAt), auditEntries.id)
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(auditEntries, matches) };
}
