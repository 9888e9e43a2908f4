import { retryWhileUnavailable } from '../../platform/database/retry-while-unavailable.ts';
import type { Domain, Stoppable } from '../../platform/domain.ts';
import type { Platform } from '../../platform/platform.ts';
import { billingNotices } from './billing.notices.ts';
import { billingRouter } from './billing.routes.ts';
import { saveBillingMode } from './billing-mode.ts';
import { startSettling } from './settle-plans.ts';
import { rereadClosingPayment, startReconciling } from './stripe/reconcile-payments.ts';
import { serveStripeWebhook } from './stripe/stripe-webhook.http.ts';

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

/** Plans, payments and credits. */
export const billingDomain: Domain = {
  name: 'billing',
  notices: billingNotices,
  routers: { billing: billingRouter },
  hooks: [rereadClosingPayment],
  http(server, platform) {
    serveStripeWebhook(server, platform);
    return retryWhileUnavailable(() => saveBillingMode(platform));
  },
  prepare: saveBillingMode,
  work,
};

async function work(platform: Platform): Promise<Stoppable> {
  const settling = startSettling(platform);
  const reconciling = platform.config.stripe && (await startReconciling(platform));
  return {
    async stop() {
      await Promise.all([settling.stop(), reconciling?.stop()]);
    },
  };
}
