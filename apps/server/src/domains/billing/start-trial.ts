import { type Plan, TRIAL } from '@switchyard/contracts/billing/plans';
import { sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { SystemActor } from '../../platform/actor.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { applyPlan, type BillingDeps } from './apply-plan.ts';
import { changePlanRefusal, type SellingDeps, sellingRefusal } from './billing.policy.ts';
import { lockPlan, type PlanState } from './subscription.queries.ts';

type Deps = Pick<ActionDeps, 'db'> & BillingDeps & SellingDeps;

const trialEnd = () => sql`now() + make_interval(days => ${TRIAL.days})`;

/**
 * Starts a workspace's only trial, if it has bought nothing.
 * @throws Refusal `TRIAL_USED`, `FORBIDDEN`, `NOT_FOUND`
 */
export const startTrial: Action<undefined, Plan, ActionDeps & Deps> = (deps, actor) =>
  deps.db.transaction(async (tx) => {
    authorize(changePlanRefusal(actor) ?? sellingRefusal(deps.config));
    const standing = await lockPlan(tx, actor.workspaceId);
    if (!standing) throw new Refusal('NOT_FOUND');
    if (!isTrialLeft(standing)) throw new Refusal('TRIAL_USED');
    const events = await applyPlan(deps, tx, actor, standing, TRIAL.plan, { kind: 'tried', until: trialEnd() });
    return { result: TRIAL.plan, events };
  });

/** Starts the trial of a workspace created at sign-up. Does nothing if billing is off or the trial is used. */
export async function startTrialAtSignUp(
  deps: Deps & { config: { trialAtSignUp: boolean } },
  workspaceId: string,
): Promise<void> {
  if (!deps.config.trialAtSignUp || sellingRefusal(deps.config)) return;
  const signUp: SystemActor = { userId: null, fullName: 'sign-up', workspaceId, onBehalfOf: null };
  await deps.db.transaction(async (tx) => {
    const standing = await lockPlan(tx, workspaceId);
    if (!standing || !isTrialLeft(standing)) return;
    await applyPlan(deps, tx, signUp, standing, TRIAL.plan, { kind: 'tried', until: trialEnd() });
  });
}

/** Whether a workspace may still start its trial. */
export const isTrialLeft = ({
  plan,
  subscription,
}: {
  plan: Plan;
  subscription: Pick<PlanState['subscription'], 'triedAt'> | null;
}) => plan === 'free' && (subscription?.triedAt ?? null) === null;
