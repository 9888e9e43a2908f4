export { billingDomain } from './billing.domain.ts';
export { allowedEngineCount, toPlan } from './plans.ts';
