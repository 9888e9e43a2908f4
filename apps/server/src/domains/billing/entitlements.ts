import { PLAN_NAMES, PLANS, type Plan } from '@switchyard/contracts/billing/plans';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { billingMode, subscriptions } from './billing.schema.ts';

/** What a workspace may have. Null: as much as it likes. */
export interface Entitlements {
  plan: Plan;
  gatewayEngines: number | null;
  creditsPerMonth: number | null;
}

/**
 * What a workspace may have now, by the database's clock: the only place that knows what a plan allows. A plan that has
 * ended counts as ended, whether or not the worker has come by. A workspace that is not there has the smallest plan.
 */
export async function entitlements(db: Db, workspaceId: string): Promise<Entitlements> {
  const [row] = await db
    .select({
      plan: sql<string>`case when ${subscriptions.nextAt} <= now() then ${subscriptions.nextPlan} else ${workspaces.plan} end`,
      isOn: sql<boolean>`coalesce((select ${billingMode.isOn} from ${billingMode}), true)`,
    })
    .from(workspaces)
    .leftJoin(subscriptions, eq(subscriptions.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId));
  const plan = toPlan(row?.plan ?? 'free');
  if (row?.isOn === false) return { plan, gatewayEngines: null, creditsPerMonth: null };
  const { gatewayEngines, creditsPerMonth } = PLANS[plan];
  return { plan, gatewayEngines, creditsPerMonth };
}

/** The plan that a row names; a name that is no longer sold counts as `free`. */
export const toPlan = (name: string): Plan => PLAN_NAMES.find((one) => one === name) ?? 'free';
