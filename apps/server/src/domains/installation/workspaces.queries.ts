import { plan } from '@switchyard/contracts/billing/plans';
import type { WorkspaceFilter } from '@switchyard/contracts/installation/filters';
import type { InstallationWorkspace } from '@switchyard/contracts/installation/operations';
import { and, desc, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { fileContents } from '../files/files.schema.ts';
import { messages } from '../messages/messages.schema.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';

interface WorkspacesQuery {
  limit: number;
  skip: number;
  search?: string | undefined;
  filter: WorkspaceFilter;
}

const FILTERS: Record<WorkspaceFilter, SQL | undefined> = {
  all: undefined,
  suspended: isNotNull(workspaces.suspendedAt),
  deleting: isNotNull(workspaces.deleteAfter),
};

/** All workspaces, newest first; those without people are placeholders for deleted ones. */
export async function listInstalledWorkspaces(
  db: Db,
  { limit, skip, search, filter }: WorkspacesQuery,
): Promise<{ data: InstallationWorkspace[]; total: number }> {
  const matches = and(hasPeople(db), FILTERS[filter], search ? isFound(db, search) : undefined);
  const rows = await selectWorkspaces(db, matches)
    .orderBy(desc(workspaces.createdAt), desc(workspaces.id))
    .limit(limit)
    .offset(skip);
  return { data: rows.map(present), total: await db.$count(workspaces, matches) };
}

/** @returns null if there is none with this id */
export async function findInstalledWorkspace(db: Db, workspaceId: string): Promise<InstallationWorkspace | null> {
  const [row] = await selectWorkspaces(db, and(hasPeople(db), eq(workspaces.id, workspaceId)));
  return row ? present(row) : null;
}

const membersOf = (db: Db, which?: SQL) =>
  db
    .select({ one: sql`1` })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.organizationId, workspaces.id), which));

const hasPeople = (db: Db) => exists(membersOf(db));

/** Matches the workspace's name, or a member's address. */
const isFound = (db: Db, search: string) =>
  or(containsText(workspaces.name, search), exists(membersOf(db, containsText(users.email, search))));

/** Raw SQL, because in a query of one table drizzle omits table names from columns used directly in a field. */
const OWNER = sql`(
  select ${users.email} from ${workspaceMembers} join ${users} on ${users.id} = ${workspaceMembers.userId}
  where ${workspaceMembers.organizationId} = ${workspaces.id} and ${workspaceMembers.role} = 'owner'
  order by ${workspaceMembers.createdAt}, ${workspaceMembers.id} limit 1)`;
const FILE_BYTES = sql`(
  select coalesce(sum(${fileContents.bytes}), 0) from ${fileContents} where ${fileContents.workspaceId} = ${workspaces.id})`;

const selectWorkspaces = (db: Db, matches: SQL | undefined) => {
  const ofThis = eq(engines.workspaceId, workspaces.id);
  const sentLately = and(
    eq(messages.workspaceId, workspaces.id),
    sql`${messages.sentAt} > now() - interval '30 days' and not ${messages.deleted}`,
  );
  return db
    .select({
      id: workspaces.id,
      name: workspaces.name,
      plan: workspaces.plan,
      createdAt: workspaces.createdAt,
      suspendedAt: workspaces.suspendedAt,
      deleteAfter: workspaces.deleteAfter,
      owner: sql<string | null>`${OWNER}`,
      people: db.$count(workspaceMembers, eq(workspaceMembers.organizationId, workspaces.id)),
      engines: db.$count(engines, ofThis),
      connected: db.$count(engines, and(ofThis, eq(engines.status, 'connected'))),
      sent: db.$count(messages, sentLately),
      fileBytes: sql<number>`${FILE_BYTES}`.mapWith(Number),
    })
    .from(workspaces)
    .where(matches)
    .$dynamic();
};

const present = ({
  id,
  createdAt,
  suspendedAt,
  deleteAfter,
  ...row
}: Awaited<ReturnType<typeof selectWorkspaces>>[number]): InstallationWorkspace => ({
  _id: id,
  ...row,
  plan: plan.catch('free').parse(row.plan),
  createdAt: createdAt.toISOString(),
  suspendedAt: suspendedAt?.toISOString() ?? null,
  deleteAfter: deleteAfter?.toISOString() ?? null,
});
