import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { applyPlan, type BillingDeps } from '../apply-plan.ts';
import { subscriptions } from '../billing.schema.ts';
import { billingRule } from '../roll-over-plan.ts';
import { lockPlan } from '../subscription.queries.ts';
import type { ChargedSubscription, PaymentState } from './payment-state.ts';

/**
 * Sets a workspace's plan to what is paid. Idempotent. Discards a reading that began before the stored one, so that
 * overlapping readings give the same result in either order.
 * @param beganAt when the reading began, by the database's clock
 */
export async function applyPaymentState(
  deps: BillingDeps,
  tx: Db,
  { workspaceId, state: { charged }, beganAt }: { workspaceId: string; state: PaymentState; beganAt: Date },
): Promise<DomainEvent[]> {
  const standing = await lockPlan(tx, workspaceId);
  if (!standing) return [];
  const { subscription, plan } = standing;
  if (subscription.stripeReadAt !== null && subscription.stripeReadAt > beganAt) return [];
  const ofRow = eq(subscriptions.workspaceId, workspaceId);
  const wasCharged = subscription.stripeSubscriptionId !== null;
  if (!charged && !wasCharged) {
    // A trial, or months that an admin has marked as paid, are not Stripe's to end.
    await tx.update(subscriptions).set({ stripeReadAt: beganAt }).where(ofRow);
    return [];
  }
  const paidPlan = charged?.plan ?? 'free';
  const rule = billingRule(workspaceId);
  const events =
    paidPlan === plan
      ? []
      : await applyPlan(deps, tx, rule, standing, paidPlan, { kind: charged ? 'charged' : 'left' });
  await tx
    .update(subscriptions)
    .set({
      ...paidByStripe(charged),
      // Notify the owners again only if the end has changed.
      ...(subscription.nextAt?.getTime() !== charged?.next?.at.getTime() && { toldAt: null }),
      stripeReadAt: beganAt,
      updatedAt: sql`now()`,
    })
    .where(ofRow);
  return events;
}

const paidByStripe = (charged: ChargedSubscription | null) => ({
  anchoredAt: null,
  months: 0,
  periodEndsAt: charged?.periodEndsAt ?? null,
  nextPlan: charged?.next?.plan ?? null,
  nextAt: charged?.next?.at ?? null,
  nextReason: charged?.next ? 'asked' : null,
  stripeSubscriptionId: charged?.subscriptionId ?? null,
  isChargeFailing: charged?.isFailing ?? false,
});
