import { SUPPORT_MINUTES } from '@switchyard/contracts/accounts/support-limits';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { findMembership } from '../../workspaces/index.ts';
import { canBeSupported, canSupport } from '../accounts.policy.ts';
import { users } from '../accounts.schema.ts';
import { toRole } from '../platform-role.ts';
import { supportGrants } from '../support.schema.ts';

/**
 * Begins a support session on behalf of another person, which expires on its own. It appears in their workspace's audit
 * log.
 * @throws Refusal `FORBIDDEN` if the actor may not, or if the person could support others; `NOT_FOUND`
 */
export const beginSupport: Action<{ userId: string; workspaceId: string; reason: string }, { until: Date }> = (
  { db },
  actor,
  { userId, workspaceId, reason },
) =>
  db.transaction(async (tx) => {
    if (!canSupport(actor)) throw new Refusal('FORBIDDEN');
    const [person] = await tx.select().from(users).where(eq(users.id, userId));
    if (!person || !(await findMembership(tx, userId, { workspaceId }))) throw new Refusal('NOT_FOUND');
    if (!canBeSupported({ role: toRole(person.role) })) throw new Refusal('FORBIDDEN');
    const [grant] = await tx
      .insert(supportGrants)
      .values({
        adminId: actor.userId,
        userId,
        workspaceId,
        reason,
        endsAt: sql`now() + make_interval(mins => ${SUPPORT_MINUTES})`,
      })
      .returning();
    if (!grant) throw new Error('the support session was not stored');
    const details = { reason, as: person.name, until: grant.endsAt.toISOString() };
    await writeAudit(tx, actor, { action: 'support.begin', workspaceId, subject: userId, details });
    return { result: { until: grant.endsAt }, events: [] };
  });
