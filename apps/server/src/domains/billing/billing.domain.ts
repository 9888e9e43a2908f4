import type { Domain } from '../../platform/domain.ts';
import { billingRouter } from './billing.routes.ts';

export const billingDomain: Domain = { name: 'billing', routers: { billing: billingRouter } };
