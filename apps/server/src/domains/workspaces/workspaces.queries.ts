import { and, asc, eq, type InferSelectModel, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { users } from '../accounts/accounts.schema.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

export type WorkspaceRow = InferSelectModel<typeof workspaces>;

/** @returns null if there is none with this id */
export async function findWorkspace(db: Db, workspaceId: string): Promise<WorkspaceRow | null> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return row ?? null;
}

/**
 * Whether a person may enter a workspace: neither they, the workspace nor their membership is suspended, and they have
 * two-factor authentication if it is required. For a query that joins both.
 */
export const CAN_BE_ENTERED = sql<boolean>`(${users.suspendedAt} is null and ${workspaces.suspendedAt} is null
  and not exists (select from workspace_members kept_out where kept_out.user_id = ${users.id}
    and kept_out.organization_id = ${workspaces.id} and kept_out.suspended_at is not null)
  and (not ${workspaces.demandsTwoFactor} or ${users.twoFactorEnabled}))`;

/** The workspaces a person belongs to, by name, without suspended ones. */
export async function listWorkspacesOf(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; canBeEntered: boolean }[]> {
  return db
    .select({ id: workspaces.id, name: workspaces.name, canBeEntered: CAN_BE_ENTERED })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .where(
      and(eq(workspaceMembers.userId, userId), isNull(workspaces.suspendedAt), isNull(workspaceMembers.suspendedAt)),
    )
    .orderBy(asc(workspaces.name), asc(workspaces.id));
}

export interface Membership {
  workspaceId: string;
  role: Actor['workspaceRole'];
}

/**
 * A person's membership of one workspace, or of the first they joined; none where they are suspended.
 * @param workspaceId only this workspace
 * @param canBeEntered skips workspaces that require two-factor authentication the person does not have
 */
export async function findMembership(
  db: Db,
  userId: string,
  { workspaceId, canBeEntered = false }: { workspaceId?: string | undefined; canBeEntered?: boolean } = {},
): Promise<Membership | null> {
  const [row] = await db
    .select({ workspaceId: workspaceMembers.organizationId, role: workspaceMembers.role })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(
      and(
        eq(workspaceMembers.userId, userId),
        isNull(workspaceMembers.suspendedAt),
        workspaceId === undefined ? undefined : eq(workspaceMembers.organizationId, workspaceId),
        canBeEntered ? CAN_BE_ENTERED : undefined,
      ),
    )
    .orderBy(asc(workspaceMembers.createdAt), asc(workspaceMembers.id))
    .limit(1);
  return row ? { workspaceId: row.workspaceId, role: toWorkspaceRole(row.role) } : null;
}

/** An unknown role gets the fewest rights. */
export const toWorkspaceRole = (name: string): Actor['workspaceRole'] =>
  name === 'owner' || name === 'admin' ? name : 'member';
