import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { users } from '../accounts/accounts.schema.ts';
import { CAN_BE_ENTERED } from './workspaces.queries.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

interface Page {
  limit: number;
  skip: number;
}

export interface OwnWorkspaceRow {
  id: string;
  name: string;
  role: string;
  people: number;
  canBeEntered: boolean;
}

/** A person's workspaces by name, with their role there and the number of members. */
export async function listOwnWorkspaces(
  db: Db,
  userId: string,
  { limit, skip }: Page,
): Promise<{ rows: OwnWorkspaceRow[]; total: number }> {
  const mine = and(eq(workspaceMembers.userId, userId), isNull(workspaceMembers.suspendedAt));
  const rows = await db
    .select({
      id: workspaces.id,
      name: workspaces.name,
      role: workspaceMembers.role,
      people: sql<number>`(select count(*)::int from workspace_members others where others.organization_id = ${workspaces.id})`,
      canBeEntered: CAN_BE_ENTERED,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(mine)
    .orderBy(asc(workspaces.name), asc(workspaces.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(workspaceMembers, mine) };
}

export interface MemberRow {
  userId: string;
  fullName: string;
  email: string;
  role: string;
  hasTwoFactor: boolean;
  joinedAt: Date;
  suspendedAt: Date | null;
}

/** Members of a workspace by name; `search` matches name or address. `owners`: the total number of owners. */
export async function listMembers(
  db: Db,
  workspaceId: string,
  { limit, skip, search }: Page & { search?: string | undefined },
): Promise<{ rows: MemberRow[]; total: number; owners: number }> {
  const inWorkspace = eq(workspaceMembers.organizationId, workspaceId);
  const found = search
    ? and(inWorkspace, or(containsText(users.name, search), containsText(users.email, search)))
    : inWorkspace;
  const people = db
    .select({
      userId: users.id,
      fullName: users.name,
      email: users.email,
      role: workspaceMembers.role,
      hasTwoFactor: users.twoFactorEnabled,
      joinedAt: workspaceMembers.createdAt,
      suspendedAt: workspaceMembers.suspendedAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(found)
    .$dynamic();
  const total = await db.$count(people.as('people'));
  const owners = await db.$count(
    workspaceMembers,
    and(inWorkspace, eq(workspaceMembers.role, 'owner'), isNull(workspaceMembers.suspendedAt)),
  );
  const rows = await people.orderBy(asc(users.name), asc(users.id)).limit(limit).offset(skip);
  return { rows, total, owners };
}
