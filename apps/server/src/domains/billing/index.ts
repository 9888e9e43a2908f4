export { billingDomain } from './billing.domain.ts';
export { creditsNearLimit } from './credits/near-limit.ts';
export { creditsSpentBy } from './credits/read-credits.ts';
export {
  type CreditsLeft,
  creditsLeft,
  creditsOfEmbedded,
  creditsOfTokens,
  reserveCredits,
  type Spending,
  spendCredits,
  spendReserved,
} from './credits/spend-credits.ts';
export { type Entitlements, entitlements } from './entitlements.ts';
export { planApplied, planNotice } from './plan-hooks.ts';
export { startTrialAtSignUp } from './start-trial.ts';
