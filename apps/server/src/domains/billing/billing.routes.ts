import type { Subscription } from '@switchyard/contracts/billing';
import { operations, signedIn } from '../../platform/http/operations.ts';
import type { Actor } from '../../platform/http/request-context.ts';
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
    mayChange: mayChangePlan(actor, config),
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
  subscription: billing.subscription
    .use(signedIn)
    .handler(({ context: { actor, platform } }) => readSubscription(platform, actor)),

  changePlan: billing.changePlan.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    if (!mayChangePlan(actor, platform.config)) throw errors.FORBIDDEN();
    await changePlan(platform.database.db, actor, input.plan);
    return readSubscription(platform, actor);
  }),
};
