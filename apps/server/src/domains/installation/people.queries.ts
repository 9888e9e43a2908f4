import type { PersonFilter } from '@switchyard/contracts/installation/filters';
import type { InstallationPerson } from '@switchyard/contracts/installation/operations';
import { and, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { loginSessions, users } from '../accounts/accounts.schema.ts';
import { toRole } from '../accounts/index.ts';
import { engines } from '../engines/engines.schema.ts';
import { workspaceMembers } from '../workspaces/workspaces.schema.ts';

interface PeopleQuery {
  limit: number;
  skip: number;
  search?: string | undefined;
  filter: PersonFilter;
}

const FILTERS: Record<PersonFilter, SQL | undefined> = {
  all: undefined,
  admins: eq(users.role, 'admin'),
  suspended: isNotNull(users.suspendedAt),
  deleting: isNotNull(users.deleteAfter),
};

/** Excludes the placeholders for deleted people. */
const IS_SOMEBODY = sql`${users.email} not like '%@gone.invalid'`;

/** Everybody with an account, newest first. */
export async function listPeople(
  db: Db,
  { limit, skip, search, filter }: PeopleQuery,
): Promise<{ data: InstallationPerson[]; total: number }> {
  const found = search ? or(containsText(users.name, search), containsText(users.email, search)) : undefined;
  const matches = and(IS_SOMEBODY, FILTERS[filter], found);
  const rows = await selectPeople(db, matches).orderBy(desc(users.createdAt), desc(users.id)).limit(limit).offset(skip);
  return { data: rows.map(present), total: await db.$count(users, matches) };
}

/** @returns null if there is nobody with this id */
export async function findPerson(db: Db, userId: string): Promise<InstallationPerson | null> {
  const [row] = await selectPeople(db, and(IS_SOMEBODY, eq(users.id, userId)));
  return row ? present(row) : null;
}

const selectPeople = (db: Db, matches: SQL | undefined) => {
  const live = and(eq(loginSessions.userId, users.id), sql`${loginSessions.expiresAt} > now()`);
  return db
    .select({
      id: users.id,
      fullName: users.name,
      email: users.email,
      role: users.role,
      hasTwoFactor: users.twoFactorEnabled,
      createdAt: users.createdAt,
      suspendedAt: users.suspendedAt,
      deleteAfter: users.deleteAfter,
      workspaces: db.$count(workspaceMembers, eq(workspaceMembers.userId, users.id)),
      engines: db.$count(engines, eq(engines.ownerId, users.id)),
      signIns: db.$count(loginSessions, live),
      lastSignInAt:
        sql<Date | null>`(select max(${loginSessions.createdAt}) from ${loginSessions} where ${live})`.mapWith(
          loginSessions.createdAt,
        ),
    })
    .from(users)
    .where(matches)
    .$dynamic();
};

const present = ({
  id,
  role,
  createdAt,
  suspendedAt,
  deleteAfter,
  lastSignInAt,
  ...row
}: Awaited<ReturnType<typeof selectPeople>>[number]): InstallationPerson => ({
  _id: id,
  ...row,
  role: toRole(role),
  createdAt: createdAt.toISOString(),
  suspendedAt: suspendedAt?.toISOString() ?? null,
  deleteAfter: deleteAfter?.toISOString() ?? null,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});
