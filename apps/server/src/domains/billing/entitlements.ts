import { PLAN_NAMES, PLANS, type Plan } from '@switchyard/contracts/billing/plans';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { billingMode, subscriptions } from './billing.schema.ts';

/** Limits of a workspace. Null means unlimited. */
export interface Entitlements {
  plan: Plan;
  gatewayEngines: number | null;
  creditsPerMonth: number | null;
}

/**
 * What a workspace may use now, by the database's clock: the only place that knows the limits of plans. A plan past its
 * end counts as ended even before the worker has run. A missing workspace has the smallest plan.
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

/** The plan named in a row; a name that is no longer sold counts as `free`. */
export const toPlan = (name: string): Plan => PLAN_NAMES.find((plan) => plan === name) ?? 'free';
