import { PLAN_NAMES, PLANS } from '@switchyard/contracts/billing/plans';
import type { OfferedPlan } from './plan-cards.tsx';

/** What every visitor may know of the plans. */
export const OFFERED_PLANS: readonly OfferedPlan[] = PLAN_NAMES.map((plan) => ({
  plan,
  allowedEngineCount: PLANS[plan].gatewayEngines,
  creditsPerMonth: PLANS[plan].creditsPerMonth,
  monthlyPriceCents: PLANS[plan].monthlyPriceCents,
}));
