import { eq, sql } from 'drizzle-orm';
import type { SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { applyPlan, type BillingDeps, isSold } from './apply-plan.ts';
import { subscriptions } from './billing.schema.ts';
import { toPlan } from './entitlements.ts';
import { makeInvoice } from './invoices/make-invoice.ts';
import { lockPlan, monthsAfter } from './subscription.queries.ts';

/** A hundred years. */
const MAX_MONTHS = 1_200;

/** The system actor that ends and renews plans. */
export const billingRule = (workspaceId: string): SystemActor => ({
  userId: null,
  fullName: 'billing',
  workspaceId,
  onBehalfOf: null,
});

/**
 * Applies what is due for a workspace's plan by the database's clock: starts the next plan, or another month.
 * Idempotent. Months are counted from the first one, so that a late run neither loses one nor charges it twice.
 */
export async function rollOverPlan(deps: BillingDeps, tx: Db, workspaceId: string): Promise<DomainEvent[]> {
  const standing = await lockPlan(tx, workspaceId);
  if (!standing) return [];
  const { workspaceName, plan, subscription, now } = standing;
  const { nextPlan, nextAt, periodEndsAt } = subscription;
  const isCharged = subscription.stripeSubscriptionId !== null;
  if (nextPlan !== null && nextAt !== null && nextAt <= now) {
    const next = toPlan(nextPlan);
    const kind = isSold(next) ? (isCharged ? 'charged' : 'bought') : 'left';
    return applyPlan(deps, tx, billingRule(workspaceId), standing, next, { kind });
  }
  // A charged plan renews at Stripe and is read from there.
  if (isCharged || periodEndsAt === null || periodEndsAt > now || !isSold(plan)) return [];
  // After a long pause the worker starts the current month: nobody pays for months that had passed before they were
  // billed.
  const { rows } = await tx.execute<{ months: number }>(
    sql`select min(n)::int as months from generate_series(1, ${MAX_MONTHS}) n, ${subscriptions}
      where ${subscriptions.workspaceId} = ${workspaceId} and ${monthsAfter(sql`${subscriptions.anchoredAt}`, sql`n`)} > now()`,
  );
  const months = rows[0]?.months ?? subscription.months + 1;
  const [renewed] = await tx
    .update(subscriptions)
    .set({ months, periodEndsAt: monthsAfter(sql`${subscriptions.anchoredAt}`, months), updatedAt: sql`now()` })
    .where(eq(subscriptions.workspaceId, workspaceId))
    .returning();
  if (renewed) await makeInvoice(tx, { workspaceName, plan, subscription: renewed }, deps.config);
  return [];
}
