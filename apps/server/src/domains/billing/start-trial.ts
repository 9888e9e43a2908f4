import { type Plan, TRIAL } from '@switchyard/contracts/billing/plans';
import { sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { applyPlan, type BillingDeps } from './apply-plan.ts';
import { changePlanRefusal, isSelling, type SellingDeps } from './billing.policy.ts';
import { lockPlan, type Standing } from './subscription.queries.ts';

/** Begins the one trial of a workspace that has bought nothing. @throws Refusal `TRIAL_USED`, `FORBIDDEN`, `NOT_FOUND` */
export const startTrial: Action<undefined, Plan, ActionDeps & BillingDeps & SellingDeps> = (deps, actor) =>
  deps.db.transaction(async (tx) => {
    authorize(changePlanRefusal(actor) ?? isSelling(deps.config));
    const standing = await lockPlan(tx, actor.workspaceId);
    if (!standing) throw new Refusal('NOT_FOUND');
    if (!isTrialLeft(standing)) throw new Refusal('TRIAL_USED');
    const until = sql`now() + make_interval(days => ${TRIAL.days})`;
    const events = await applyPlan(deps, tx, actor, standing, TRIAL.plan, { kind: 'tried', until });
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
