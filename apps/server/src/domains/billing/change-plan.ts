import { eq, sql } from 'drizzle-orm';
import type { Action, ActionParts } from '../../platform/action.ts';
import type { Config } from '../../platform/config/config.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { mayChangePlan } from './billing.policy.ts';
import { planChanges } from './billing.schema.ts';
import { type Plan, toPlan } from './plans.ts';

type Parts = ActionParts & { config: Pick<Config, 'demo'> };

/** Sets the workspace's plan and records who did it. The same plan again changes and records nothing. @throws Refusal `FORBIDDEN` */
export const changePlan: Action<{ plan: Plan }, Plan, Parts> = ({ db, config }, actor, { plan }) =>
  db.transaction(async (tx) => {
    authorize(mayChangePlan(actor, config));
    const { workspaceId, userId, fullName } = actor;
    const [workspace] = await tx
      .select({ plan: workspaces.plan })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for('update');
    const before = toPlan(workspace?.plan ?? 'free');
    if (before !== plan) {
      await tx.update(workspaces).set({ plan, updatedAt: sql`now()` }).where(eq(workspaces.id, workspaceId));
      await tx.insert(planChanges).values({ workspaceId, userId, userName: fullName, fromPlan: before, toPlan: plan });
      await writeAudit(tx, actor, { action: 'plan.change', details: { from: before, to: plan } });
    }
    return { result: plan, events: [] };
  });
