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

/** The rule that lets plans end and begin anew. */
export const billingRule = (workspaceId: string): SystemActor => ({
  userId: null,
  fullName: 'billing',
  workspaceId,
  onBehalfOf: null,
});

/**
 * Does what is due of a workspace's plan by the database's clock: what comes next begins, or another month does. Called
 * again it does nothing; however late it comes, months are counted from the first, so that none is lost or paid twice.
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
  // Another month of what is charged begins elsewhere, and is read from there.
  if (isCharged || periodEndsAt === null || periodEndsAt > now || !isSold(plan)) return [];
  // A worker that was away for long begins the month that is now: nobody is asked to pay for what was over before it
  // was asked.
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
