import type { Subscription } from '@switchyard/contracts/billing/operations';
import { CURRENCY, PLAN_NAMES, PLANS } from '@switchyard/contracts/billing/plans';
import type { Actor } from '../../platform/actor.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { changePlanRefusal } from './billing.policy.ts';
import { entitlements, toPlan } from './entitlements.ts';
import { isTrialLeft } from './start-trial.ts';
import { findOpenInvoice, findSubscription, listPlanChanges } from './subscription.queries.ts';

const MAX_CHANGES = 20;

/** The plan of the actor's workspace, as shown on its screens. */
export async function readSubscription(
  db: Db,
  config: Pick<Config, 'billing' | 'stripe'>,
  actor: Actor,
): Promise<Subscription> {
  const { workspaceId } = actor;
  const [{ plan }, row, open, { data: changes }] = await Promise.all([
    entitlements(db, workspaceId),
    findSubscription(db, workspaceId),
    findOpenInvoice(db, workspaceId),
    listPlanChanges(db, workspaceId, { limit: MAX_CHANGES }),
  ]);
  const isOn = config.billing === 'on';
  const canChange = isOn && changePlanRefusal(actor) === null;
  const next =
    row?.nextPlan && row.nextAt && row.nextAt.getTime() > Date.now() ? { plan: row.nextPlan, at: row.nextAt } : null;
  return {
    isOn,
    plan,
    plans: PLAN_NAMES.map((name) => ({
      plan: name,
      allowedEngineCount: PLANS[name].gatewayEngines,
      creditsPerMonth: PLANS[name].creditsPerMonth,
      monthlyPriceCents: PLANS[name].monthlyPriceCents,
    })),
    currency: CURRENCY,
    mayChange: canChange,
    mayTry: canChange && isTrialLeft({ plan, subscription: row }),
    isTrial: row?.nextReason === 'trial',
    periodEndsAt: row?.periodEndsAt?.toISOString() ?? null,
    next: next && {
      plan: toPlan(next.plan),
      at: next.at.toISOString(),
      reason: row?.nextReason === 'trial' || row?.nextReason === 'unpaid' ? row.nextReason : 'asked',
    },
    openInvoiceId: open?.id ?? null,
    provider: config.stripe && 'stripe',
    isCharged: (row?.stripeSubscriptionId ?? null) !== null,
    isChargeFailing: row?.isChargeFailing ?? false,
    billTo: row?.billTo ?? '',
    changes,
  };
}
