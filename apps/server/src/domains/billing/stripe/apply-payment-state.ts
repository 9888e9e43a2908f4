import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { applyPlan, type BillingDeps } from '../apply-plan.ts';
import { subscriptions } from '../billing.schema.ts';
import { billingRule } from '../roll-over-plan.ts';
import { lockPlan } from '../subscription.queries.ts';
import type { Charged, PaymentState } from './payment-state.ts';

/**
 * Makes a workspace's plan what is paid. The same state again changes nothing; one whose reading began before that of
 * the state which is here is not written, so that readings which overtake one another end alike.
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
    // A trial, or months that an admin has marked as paid: not Stripe's to end.
    await tx.update(subscriptions).set({ stripeReadAt: beganAt }).where(ofRow);
    return [];
  }
  const wanted = charged?.plan ?? 'free';
  const rule = billingRule(workspaceId);
  const events =
    wanted === plan ? [] : await applyPlan(deps, tx, rule, standing, wanted, { kind: charged ? 'charged' : 'left' });
  await tx
    .update(subscriptions)
    .set({
      ...paidByStripe(charged),
      // Who was told of an end is told anew only of another one.
      ...(subscription.nextAt?.getTime() !== charged?.next?.at.getTime() && { toldAt: null }),
      stripeReadAt: beganAt,
      updatedAt: sql`now()`,
    })
    .where(ofRow);
  return events;
}

const paidByStripe = (charged: Charged | null) => ({
  anchoredAt: null,
  months: 0,
  periodEndsAt: charged?.periodEndsAt ?? null,
  nextPlan: charged?.next?.plan ?? null,
  nextAt: charged?.next?.at ?? null,
  nextReason: charged?.next ? 'asked' : null,
  stripeSubscriptionId: charged?.subscriptionId ?? null,
  isChargeFailing: charged?.isFailing ?? false,
});
