import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { type Plan, toPlan } from './plans.ts';

/** The plan of a workspace; `free` when there is no such workspace. */
export async function workspacePlan(db: Db, workspaceId: string): Promise<Plan> {
  const [row] = await db.select({ plan: workspaces.plan }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return toPlan(row?.plan ?? 'free');
}
