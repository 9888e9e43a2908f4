import { z } from 'zod';
import { entityId, instant, isStorable, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { creditOperations } from './credits.ts';
import { billingInvoiceOperations } from './invoices.ts';
import { plan } from './plans.ts';

const planChange = z.object({ _id: entityId, from: plan, to: plan, by: z.string(), createdAt: instant });

/** The workspace's plan, what each plan includes, and the next change. */
export const subscription = z.object({
  /** False: billing is disabled and everyone has every feature (`BILLING=off`). */
  isOn: z.boolean(),
  plan,
  plans: z.array(
    z.object({
      plan,
      allowedEngineCount: z.number().int(),
      creditsPerMonth: z.number().int(),
      monthlyPriceCents: z.number().int(),
    }),
  ),
  currency: z.string(),
  /** Whether the caller may change the plan in this workspace. */
  mayChange: z.boolean(),
  /** Whether the caller may start the trial. */
  mayTry: z.boolean(),
  isTrial: z.boolean(),
  /** End of the paid or trial period; null: it does not end. */
  periodEndsAt: instant.nullable(),
  /** The next plan and when it starts. `unpaid`: an invoice is open. */
  next: z.object({ plan, at: instant, reason: z.enum(['asked', 'trial', 'unpaid']) }).nullable(),
  /** An unpaid invoice that blocks further purchases. */
  openInvoiceId: entityId.nullable(),
  /** The payment provider; null: a platform admin marks invoices as paid. */
  provider: z.enum(['stripe']).nullable(),
  /** Whether the provider charges the current plan automatically. */
  isCharged: z.boolean(),
  /** The last charge failed and will be retried. */
  isChargeFailing: z.boolean(),
  /** Billing details printed below the workspace's name on invoices. */
  billTo: z.string(),
  /** Latest first, at most 20. */
  changes: z.array(planChange),
});
export type Subscription = z.infer<typeof subscription>;

export const billingErrors = {
  PAYMENT_PENDING: { status: 409, message: 'There’s an unpaid invoice. Pay it to change the plan.' },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    message: 'The payment provider can’t be reached right now. Nothing was changed. Try again in a moment.',
  },
  TRIAL_USED: { status: 409, message: 'This workspace has already used its trial.' },
  NO_CREDITS_LEFT: {
    status: 409,
    message: 'There are not enough credits left this month.',
    data: z.object({ left: z.number(), needed: z.number(), renewsAt: instant }),
  },
} as const;

const at = routesUnder('billing');

export const billingContract = {
  ...billingInvoiceOperations,
  ...creditOperations,
  subscription: query('billing').route(at.get('/subscription', 'The plan of the workspace')).output(subscription),
  changePlan: mutation('billing')
    .route(
      at.post(
        '/subscription/plan',
        'Change the plan: upgrades apply at once, downgrades at the end of the period; the current plan cancels a downgrade',
      ),
    )
    .input(z.object({ plan }))
    .output(subscription),
  startTrial: mutation('billing')
    .route(at.post('/subscription/trial', 'Try the Pro plan for 14 days'))
    .output(subscription),
  openPayment: mutation('billing')
    .route(
      at.post(
        '/subscription/payment',
        'URL to buy, change or cancel a plan at the payment provider; without a plan: URL of the billing portal',
      ),
    )
    .input(z.object({ plan: plan.optional() }))
    .output(z.object({ url: z.url() })),
  readPayment: mutation('billing')
    .route(
      at.post(
        '/subscription/payment/read',
        'Refresh the payment state from the payment provider, such as after returning from checkout',
      ),
    )
    .output(subscription),
  saveBillTo: mutation('billing', 'workspace-admin')
    .route(at.put('/subscription/bill-to', 'Set the billing details on invoices'))
    .input(
      z.object({
        billTo: z.string().trim().max(500).refine(isStorable, NOT_STORABLE),
      }),
    )
    .output(subscription),
  planChanges: query('billing')
    .route(at.get('/subscription/changes', 'Plan history'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(planChange)),
};
