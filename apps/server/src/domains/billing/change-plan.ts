import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/request-context.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { planChanges } from './billing.schema.ts';
import { type Plan, toPlan } from './plans.ts';

/** Sets a workspace's plan and records who did it, in one transaction. The same plan again changes and records nothing. */
export async function changePlan(
  db: Db,
  { workspaceId, userId, fullName }: Pick<Actor, 'workspaceId' | 'userId' | 'fullName'>,
  plan: Plan,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [workspace] = await tx
      .select({ plan: workspaces.plan })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for('update');
    const before = toPlan(workspace?.plan ?? 'free');
    if (before === plan) return;
    await tx.update(workspaces).set({ plan, updatedAt: sql`now()` }).where(eq(workspaces.id, workspaceId));
    await tx.insert(planChanges).values({ workspaceId, userId, userName: fullName, fromPlan: before, toPlan: plan });
  });
}
