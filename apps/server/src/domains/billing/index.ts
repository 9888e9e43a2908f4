export { billingDomain } from './billing.domain.ts';
export { workspacePlan } from './billing.queries.ts';
export { allowedEngineCount, type Plan, toPlan } from './plans.ts';
