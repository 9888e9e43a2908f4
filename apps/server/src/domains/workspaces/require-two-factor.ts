import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { updateWorkspaceRefusal } from './workspaces.policy.ts';
import { workspaces } from './workspaces.schema.ts';

/**
 * Sets whether the actor's workspace requires two-factor authentication. Members without it cannot enter until they set
 * it up, so the actor must have it.
 * @throws Refusal `FORBIDDEN`, `TWO_FACTOR_NEEDED`
 */
export const requireTwoFactor: Action<{ isDemanded: boolean }, { isDemanded: boolean }> = (
  { db },
  actor,
  { isDemanded },
) =>
  db.transaction(async (tx) => {
    authorize(updateWorkspaceRefusal(actor));
    const [person] = await tx
      .select({ has: users.twoFactorEnabled })
      .from(users)
      .where(eq(users.id, actor.userId))
      .for('share');
    if (isDemanded && !person?.has) throw new Refusal('TWO_FACTOR_NEEDED');
    await tx
      .update(workspaces)
      .set({ demandsTwoFactor: isDemanded, updatedAt: sql`now()` })
      .where(eq(workspaces.id, actor.workspaceId));
    await writeAudit(tx, actor, { action: 'workspace.two-factor', details: { isDemanded } });
    return { result: { isDemanded }, events: [workspaceChanged(actor.workspaceId)] };
  });
