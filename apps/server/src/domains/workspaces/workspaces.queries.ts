import { and, asc, desc, eq, type InferSelectModel, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

export type WorkspaceRow = InferSelectModel<typeof workspaces>;

/** Null: there is none of this id. */
export async function findWorkspace(db: Db, workspaceId: string): Promise<WorkspaceRow | null> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return row ?? null;
}

/** The workspaces a person belongs to, by name. */
export async function listWorkspacesOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: workspaces.id, name: workspaces.name })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(asc(workspaces.name), asc(workspaces.id));
}

export interface Membership {
  workspaceId: string;
  role: Actor['workspaceRole'];
}

/**
 * A person's membership of one workspace, or of the one to begin with.
 * @param workspaceId the only one to look at; undefined: `preferred` if they belong to it, else the first they joined.
 */
export async function findMembership(
  db: Db,
  userId: string,
  { workspaceId, preferred }: { workspaceId?: string | undefined; preferred?: string | null | undefined } = {},
): Promise<Membership | null> {
  const [row] = await db
    .select({ workspaceId: workspaceMembers.organizationId, role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.userId, userId),
        workspaceId === undefined ? undefined : eq(workspaceMembers.organizationId, workspaceId),
      ),
    )
    .orderBy(
      desc(sql`${workspaceMembers.organizationId} is not distinct from ${preferred ?? null}::uuid`),
      asc(workspaceMembers.createdAt),
      asc(workspaceMembers.id),
    )
    .limit(1);
  return row ? { workspaceId: row.workspaceId, role: toWorkspaceRole(row.role) } : null;
}

/** A role that we do not know has the fewest rights. */
export const toWorkspaceRole = (name: string): Actor['workspaceRole'] =>
  name === 'owner' || name === 'admin' ? name : 'member';
