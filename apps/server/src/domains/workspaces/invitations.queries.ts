import { createHash } from 'node:crypto';
import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { users } from '../accounts/accounts.schema.ts';
import { workspaceInvitations, workspaceMembers, workspaces } from './workspaces.schema.ts';

export interface InvitationRow {
  id: string;
  email: string;
  role: string | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

const columns = {
  id: workspaceInvitations.id,
  email: workspaceInvitations.email,
  role: workspaceInvitations.role,
  invitedBy: users.name,
  createdAt: workspaceInvitations.createdAt,
  expiresAt: workspaceInvitations.expiresAt,
};

/** The inviter is still a member with a role that may give this one (`giveRoleRefusal`). */
const MAY_STILL_INVITE = sql`exists (
  select from ${workspaceMembers} inviter
  where inviter.organization_id = ${workspaceInvitations.organizationId} and inviter.user_id = ${workspaceInvitations.inviterId}
    and (inviter.role = 'owner' or inviter.role = 'admin' and ${workspaceInvitations.role} is distinct from 'owner'))`;

/** Invitations that can still be accepted. */
export const isOpen = and(
  eq(workspaceInvitations.status, 'pending'),
  gt(workspaceInvitations.expiresAt, sql`now()`),
  MAY_STILL_INVITE,
);

/** The stored hash of a link's token. */
export const hashInvitationToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Invitations mailed per person and hour, per workspace and day, and per address and day. Beyond that, the inviter
 * passes on the link.
 */
const MAX_PER_INVITER = 20;
const MAX_PER_WORKSPACE = 50;
const MAX_PER_ADDRESS = 3;

/** Whether an invitation that is already stored is also mailed; not if too many were made, open or not. */
export async function isInvitationMailed(
  db: Db,
  { workspaceId, inviterId, email }: { workspaceId: string; inviterId: string; email: string },
): Promise<boolean> {
  const { createdAt, organizationId, inviterId: inviter, email: address } = workspaceInvitations;
  const [created] = await db
    .select({
      byInviter: sql<number>`count(*) filter (where ${inviter} = ${inviterId} and ${createdAt} > now() - interval '1 hour')::int`,
      ofWorkspace: sql<number>`count(*) filter (where ${organizationId} = ${workspaceId})::int`,
      toAddress: sql<number>`count(*) filter (where ${address} = ${email})::int`,
    })
    .from(workspaceInvitations)
    .where(gt(createdAt, sql`now() - interval '1 day'`));
  const { byInviter = 0, ofWorkspace = 0, toAddress = 0 } = created ?? {};
  return byInviter <= MAX_PER_INVITER && ofWorkspace <= MAX_PER_WORKSPACE && toAddress <= MAX_PER_ADDRESS;
}

/** Pending invitations of a workspace, newest first. */
export async function listInvitations(
  db: Db,
  workspaceId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const waiting = and(eq(workspaceInvitations.organizationId, workspaceId), isOpen);
  const rows = await db
    .select(columns)
    .from(workspaceInvitations)
    .innerJoin(users, eq(users.id, workspaceInvitations.inviterId))
    .where(waiting)
    .orderBy(desc(workspaceInvitations.createdAt), desc(workspaceInvitations.id))
    .limit(limit)
    .offset(skip);
  const [all] = await db.select({ total: count() }).from(workspaceInvitations).where(waiting);
  return { rows, total: all?.total ?? 0 };
}

/** The invitation behind a link, whether or not it can still be accepted; null for an unknown link. */
export async function findInvitation(
  db: Db,
  { workspaceId, token }: { workspaceId: string; token: string },
): Promise<(InvitationRow & { workspaceName: string; isOpen: boolean }) | null> {
  const [row] = await db
    .select({ ...columns, workspaceName: workspaces.name, isOpen: sql<boolean>`${isOpen}` })
    .from(workspaceInvitations)
    .innerJoin(users, eq(users.id, workspaceInvitations.inviterId))
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.organizationId))
    .where(
      and(
        eq(workspaceInvitations.organizationId, workspaceId),
        eq(workspaceInvitations.tokenHash, hashInvitationToken(token)),
      ),
    );
  return row ?? null;
}
