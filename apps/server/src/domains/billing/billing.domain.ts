import type { Domain } from '../../platform/domain.ts';
import { billingRouter } from './billing.routes.ts';
import { rememberMode } from './billing-mode.ts';
import { startSettling } from './settle-plans.ts';

/** Plans, what is paid for them, and credits. */
export const billingDomain: Domain = {
  name: 'billing',
  routers: { billing: billingRouter },
  http: (_server, platform) => rememberMode(platform),
  prepare: rememberMode,
  work: async (platform) => startSettling(platform),
};
