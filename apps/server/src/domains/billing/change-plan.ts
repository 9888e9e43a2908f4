import { isLarger, type Plan } from '@switchyard/contracts/billing/plans';
import { eq, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { applyPlan, type BillingDeps } from './apply-plan.ts';
import { changePlanRefusal, type SellingDeps, sellingRefusal, soldElsewhereRefusal } from './billing.policy.ts';
import { subscriptions } from './billing.schema.ts';
import { rollOverPlan } from './roll-over-plan.ts';
import { findOpenInvoice, lockPlan } from './subscription.queries.ts';

/**
 * Chooses a plan. An upgrade begins at once, for a month from now. A downgrade begins when the paid period ends; until
 * then, choosing the current plan cancels it. During a trial, the tried plan can be bought. Choosing what already
 * applies changes and records nothing.
 * @throws Refusal `FORBIDDEN`, `PAYMENT_PENDING`, `NOT_FOUND`
 */
export const changePlan: Action<{ plan: Plan }, Plan, ActionDeps & BillingDeps & SellingDeps> = (
  deps,
  actor,
  { plan },
) =>
  deps.db.transaction(async (tx) => {
    authorize(changePlanRefusal(actor) ?? sellingRefusal(deps.config));
    const { workspaceId } = actor;
    const settled = await rollOverPlan(deps, tx, workspaceId);
    const standing = await lockPlan(tx, workspaceId);
    if (!standing) throw new Refusal('NOT_FOUND');
    const { subscription, plan: present } = standing;
    const isTrial = subscription.nextReason === 'trial';

    if (isLarger(plan, present) || (isTrial && plan === present)) {
      authorize(soldElsewhereRefusal(deps.config));
      if (await findOpenInvoice(tx, workspaceId)) throw new Refusal('PAYMENT_PENDING');
      const events = await applyPlan(deps, tx, actor, standing, plan, { kind: 'bought' });
      return { result: plan, events: [...settled, ...events] };
    }
    if (subscription.stripeSubscriptionId !== null) authorize(soldElsewhereRefusal(deps.config));
    const next = plan === present ? null : plan;
    // A trial or an unpaid plan ends regardless.
    const isFixed = isTrial || subscription.nextReason === 'unpaid';
    if (!isFixed && subscription.nextPlan !== next) {
      await tx
        .update(subscriptions)
        .set({
          nextPlan: next,
          nextAt: next === null ? null : sql`${subscriptions.periodEndsAt}`,
          nextReason: next && 'asked',
          toldAt: null,
          updatedAt: sql`now()`,
        })
        .where(eq(subscriptions.workspaceId, workspaceId));
      await writeAudit(tx, actor, {
        action: next ? 'plan.schedule' : 'plan.keep',
        details: { from: present, to: plan },
      });
    }
    return { result: present, events: settled };
  });
