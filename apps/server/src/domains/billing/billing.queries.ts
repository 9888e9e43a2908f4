import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { planChanges } from './billing.schema.ts';
import { type Plan, toPlan } from './plans.ts';

/** The plan of a workspace; `free` when there is no such workspace. */
export async function workspacePlan(db: Db, workspaceId: string): Promise<Plan> {
  const [row] = await db.select({ plan: workspaces.plan }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return toPlan(row?.plan ?? 'free');
}

/** The latest changes of a workspace's plan, latest first. */
export async function latestPlanChanges(db: Db, workspaceId: string, limit: number) {
  return db
    .select({
      id: planChanges.id,
      from: planChanges.fromPlan,
      to: planChanges.toPlan,
      by: planChanges.userName,
      createdAt: planChanges.createdAt,
    })
    .from(planChanges)
    .where(eq(planChanges.workspaceId, workspaceId))
    .orderBy(desc(planChanges.createdAt), desc(planChanges.id))
    .limit(limit);
}
