import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findMembership, type Membership } from '../workspaces/index.ts';
import { loginSessions } from './accounts.schema.ts';

/**
 * Switches a login session to another of the person's workspaces.
 * @throws Refusal `NOT_FOUND` if they are not a member, `TWO_FACTOR_NEEDED`; then nothing changes
 */
export const switchWorkspace: Action<{ workspaceId: string; loginToken: string | null }, Membership> = (
  { db },
  actor,
  { workspaceId, loginToken },
) =>
  db.transaction(async (tx) => {
    const membership = await findMembership(tx, actor.userId, { workspaceId });
    if (!membership || loginToken === null) throw new Refusal('NOT_FOUND');
    const entered = await findMembership(tx, actor.userId, { workspaceId, canBeEntered: true });
    if (!entered) throw new Refusal('TWO_FACTOR_NEEDED');
    const changed = await tx
      .update(loginSessions)
      .set({ activeOrganizationId: workspaceId, updatedAt: sql`now()` })
      .where(eq(loginSessions.token, loginToken))
      .returning({ userId: loginSessions.userId });
    if (changed[0]?.userId !== actor.userId) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'workspace.enter', workspaceId });
    return { result: membership, events: [] };
  });
