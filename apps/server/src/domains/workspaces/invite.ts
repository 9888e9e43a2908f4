import { randomBytes } from 'node:crypto';
import { faultAt } from '@switchyard/contracts/text/faults';
import { INVITATION_DAYS, MAX_OPEN_INVITATIONS, type WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { writeAudit } from '../audit/index.ts';
import { hashInvitationToken, type InvitationRow, isOpen } from './invitations.queries.ts';
import { lockWorkspace, withCurrentRole } from './lock-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { giveRoleRefusal, updateWorkspaceRefusal } from './workspaces.policy.ts';
import { workspaceInvitations, workspaceMembers } from './workspaces.schema.ts';

const TOKEN_BYTES = 32;

/**
 * Invites the person with this address to the actor's workspace. Replaces an earlier invitation of the same address.
 * @returns the token of its link, which is stored nowhere, and the language to invite them in: their own if they have
 * an account, else the actor's
 * @throws Refusal `FORBIDDEN`; `INVALID` if they are already a member, or too many are pending
 */
export const invite: Action<
  { email: string; role: WorkspaceRole },
  InvitationRow & { token: string; language: string | null }
> = ({ db }, actor, { email: given, role }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const email = given.toLowerCase();
    await lockWorkspace(tx, workspaceId);
    authorize(giveRoleRefusal(await withCurrentRole(tx, actor), role));
    const ofWorkspace = eq(workspaceInvitations.organizationId, workspaceId);
    const existingMember = tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
      .where(and(eq(users.email, email), eq(workspaceMembers.organizationId, workspaceId)));
    if ((await existingMember).length > 0) {
      throw invalid([faultAt('email', 'memberAlready')]);
    }
    await tx
      .update(workspaceInvitations)
      .set({ status: 'withdrawn' })
      .where(and(ofWorkspace, eq(workspaceInvitations.email, email), isOpen));
    if ((await tx.$count(workspaceInvitations, and(ofWorkspace, isOpen))) >= MAX_OPEN_INVITATIONS) {
      throw invalid([faultAt('email', 'mostInvited', { maximum: MAX_OPEN_INVITATIONS })]);
    }
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const [created] = await tx
      .insert(workspaceInvitations)
      .values({
        organizationId: workspaceId,
        email,
        role,
        tokenHash: hashInvitationToken(token),
        inviterId: actor.userId,
        expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .returning();
    if (!created) throw new Error('the invitation was not written');
    await writeAudit(tx, actor, { action: 'member.invite', subject: created.id, details: { email, role } });
    const { id, createdAt, expiresAt } = created;
    const language =
      (await languageBy(tx, eq(users.email, email))) ?? (await languageBy(tx, eq(users.id, actor.userId)));
    const result = { id, email, role, createdAt, expiresAt, invitedBy: actor.fullName, token, language };
    return { result, events: [workspaceChanged(workspaceId)] };
  });

async function languageBy(tx: Db, who: SQL): Promise<string | null> {
  const [person] = await tx.select({ language: users.language }).from(users).where(who);
  return person?.language ?? null;
}

/** @throws Refusal `NOT_FOUND` if none with this id is pending, `FORBIDDEN` */
export const withdrawInvitation: Action<{ id: string }, { id: string }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    authorize(updateWorkspaceRefusal(actor));
    const withdrawn = await tx
      .update(workspaceInvitations)
      .set({ status: 'withdrawn' })
      .where(and(eq(workspaceInvitations.organizationId, workspaceId), eq(workspaceInvitations.id, id), isOpen))
      .returning({ email: workspaceInvitations.email });
    if (!withdrawn[0]) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'member.uninvite', subject: id, details: { email: withdrawn[0].email } });
    return { result: { id }, events: [workspaceChanged(workspaceId)] };
  });
