import type { Subscription } from '@switchyard/contracts/billing';
import type { Actor } from '../../platform/actor.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayChangePlan } from './billing.policy.ts';
import { latestPlanChanges, workspacePlan } from './billing.queries.ts';
import { changePlan } from './change-plan.ts';
import { allowedEngineCount, PLANS, toPlan } from './plans.ts';

const { billing } = operations;
const CHANGES_SHOWN = 20;

async function readSubscription({ database: { db }, config }: Platform, actor: Actor): Promise<Subscription> {
  const [plan, changes] = await Promise.all([
    workspacePlan(db, actor.workspaceId),
    latestPlanChanges(db, actor.workspaceId, CHANGES_SHOWN),
  ]);
  return {
    plan,
    plans: PLANS.map((one) => ({ plan: one, allowedEngineCount: allowedEngineCount(one) })),
    mayChange: mayChangePlan(actor, config) === null,
    changes: changes.map(({ id, from, to, by, createdAt }) => ({
      _id: id,
      from: toPlan(from),
      to: toPlan(to),
      by,
      createdAt: createdAt.toISOString(),
    })),
  };
}

export const billingRouter = {
  subscription: billing.subscription.handler(({ context: { actor, platform } }) => readSubscription(platform, actor)),

  changePlan: billing.changePlan.handler(async ({ input, context: { actor, platform, perform } }) => {
    await perform(changePlan, input);
    return readSubscription(platform, actor);
  }),
};
