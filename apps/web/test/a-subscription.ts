import type { Subscription } from '@switchyard/contracts/billing/operations';
import { PLAN_NAMES, PLANS } from '@switchyard/contracts/billing/plans';

/** A subscription as the workspace's owner reads it. */
export const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  isOn: true,
  plan: 'free',
  plans: PLAN_NAMES.map((plan) => ({
    plan,
    allowedEngineCount: PLANS[plan].gatewayEngines,
    creditsPerMonth: PLANS[plan].creditsPerMonth,
    monthlyPriceCents: PLANS[plan].monthlyPriceCents,
  })),
  currency: 'EUR',
  mayChange: true,
  mayTry: false,
  isTrial: false,
  periodEndsAt: null,
  next: null,
  openInvoiceId: null,
  provider: 'stripe',
  isCharged: false,
  isChargeFailing: false,
  billTo: '',
  changes: [],
  ...overrides,
});
