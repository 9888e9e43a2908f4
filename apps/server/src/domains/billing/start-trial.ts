import { type Plan, TRIAL } from '@switchyard/contracts/billing/plans';
import { sql } from 'drizzle-orm';
import type { Action, ActionParts } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { applyPlan, type BillingParts } from './apply-plan.ts';
import { isSelling, mayChangePlan, type SellingParts } from './billing.policy.ts';
import { lockPlan, type Standing } from './subscription.queries.ts';

/** Begins the one trial of a workspace that has bought nothing. @throws Refusal `TRIAL_USED`, `FORBIDDEN`, `NOT_FOUND` */
export const startTrial: Action<undefined, Plan, ActionParts & BillingParts & SellingParts> = (parts, actor) =>
  parts.db.transaction(async (tx) => {
    authorize(mayChangePlan(actor) ?? isSelling(parts.config));
    const standing = await lockPlan(tx, actor.workspaceId);
    if (!standing) throw new Refusal('NOT_FOUND');
    if (!isTrialLeft(standing)) throw new Refusal('TRIAL_USED');
    const until = sql`now() + make_interval(days => ${TRIAL.days})`;
    const events = await applyPlan(parts, tx, actor, standing, TRIAL.plan, { kind: 'tried', until });
    return { result: TRIAL.plan, events };
  });

/** Whether a workspace may still try. */
export const isTrialLeft = ({
  plan,
  subscription,
}: {
  plan: Plan;
  subscription: Pick<Standing['subscription'], 'triedAt'> | null;
}) => plan === 'free' && (subscription?.triedAt ?? null) === null;
