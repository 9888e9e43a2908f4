import type { Plan } from '@switchyard/contracts/billing/plans';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { invoices, planChanges, subscriptions } from './billing.schema.ts';
import { toPlan } from './entitlements.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A workspace's stored plan and its period. */
export interface PlanState {
  workspaceName: string;
  plan: Plan;
  subscription: SubscriptionRow;
  /** By the database's clock. */
  now: Date;
}

/**
 * The same day a number of months later, or the last day of a shorter month; in UTC, whatever the connection's zone.
 */
export const monthsAfter = (at: SQL, months: number | SQL): SQL<Date> =>
  sql`((${at} at time zone 'UTC') + make_interval(months => ${months}::int)) at time zone 'UTC'`;

/** A purchase made now: the first month. */
export const FIRST_MONTH = { anchoredAt: sql`now()`, months: 1, periodEndsAt: monthsAfter(sql`now()`, 1) };

/**
 * Locks a workspace's plan for a change. Creates a missing subscription; a plan that was granted without a purchase
 * counts as bought now, for a month.
 * @returns null if there is no such workspace
 */
export async function lockPlan(tx: Db, workspaceId: string): Promise<PlanState | null> {
  const [workspace] = await tx
    .select({ name: workspaces.name, plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('update');
  if (!workspace) return null;
  const plan = toPlan(workspace.plan);
  const period = plan === 'free' ? {} : FIRST_MONTH;
  await tx
    .insert(subscriptions)
    .values({ workspaceId, ...period })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ subscription: subscriptions, now: sql<Date>`now()`.mapWith(subscriptions.updatedAt) })
    .from(subscriptions)
    .where(eq(subscriptions.workspaceId, workspaceId));
  if (!row) throw new Error(`the subscription of ${workspaceId} was not stored`);
  return { workspaceName: workspace.name, plan, ...row };
}

/** @returns null if the workspace never bought or tried anything */
export async function findSubscription(db: Db, workspaceId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId));
  return row ?? null;
}

/** The oldest unpaid invoice of a workspace, or null. */
export async function findOpenInvoice(db: Db, workspaceId: string): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.workspaceId, workspaceId), isNull(invoices.paidAt)))
    .orderBy(asc(invoices.number))
    .limit(1);
  return row ?? null;
}

/** One page of the changes of a workspace's plan, latest first. */
export async function listPlanChanges(
  db: Db,
  workspaceId: string,
  { limit, skip = 0 }: { limit: number; skip?: number | undefined },
) {
  const where = eq(planChanges.workspaceId, workspaceId);
  const { rows, total } = await pageOf(
    db,
    planChanges,
    where,
    { limit, skip },
    desc(planChanges.createdAt),
    desc(planChanges.id),
  );
  const data = rows.map(({ id, fromPlan, toPlan: to, userName, createdAt }) => ({
    _id: id,
    from: toPlan(fromPlan),
    to: toPlan(to),
    by: userName,
    createdAt: createdAt.toISOString(),
  }));
  return { data, total };
}
