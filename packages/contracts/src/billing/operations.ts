import { z } from 'zod';
import { entityId, instant, isStorable, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { creditOperations } from './credits.ts';
import { billingInvoiceOperations } from './invoices.ts';
import { plan } from './plans.ts';

const planChange = z.object({ _id: entityId, from: plan, to: plan, by: z.string(), createdAt: instant });

/** The workspace's plan, what each plan allows, and what comes next. */
export const subscription = z.object({
  /** False: this server sells nothing, and everybody has everything (`BILLING=off`). */
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
  /** Whether the caller may change the plan here and now. */
  mayChange: z.boolean(),
  /** Whether the caller may begin the trial. */
  mayTry: z.boolean(),
  isTrial: z.boolean(),
  /** Until when the plan is paid or tried; null: nothing ends. */
  periodEndsAt: instant.nullable(),
  /** What the plan becomes and when. `unpaid`: an invoice is open. */
  next: z.object({ plan, at: instant, reason: z.enum(['asked', 'trial', 'unpaid']) }).nullable(),
  /** An unpaid invoice, on which another purchase has to wait. */
  openInvoiceId: entityId.nullable(),
  /** Who takes the money; null: an admin of the platform, who marks invoices as paid. */
  provider: z.enum(['stripe']).nullable(),
  /** Whether the present plan is charged there, by itself. */
  isCharged: z.boolean(),
  /** The last charge has failed, and is tried again. */
  isChargeFailing: z.boolean(),
  /** What stands on invoices below the workspace's name. */
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
        'Change the plan: a larger one at once, a smaller one at the end of the period; the present one keeps it',
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
        'Where a plan is bought, changed or left at the payment provider; without a plan: what is paid there',
      ),
    )
    .input(z.object({ plan: plan.optional() }))
    .output(z.object({ url: z.url() })),
  readPayment: mutation('billing')
    .route(
      at.post(
        '/subscription/payment/read',
        'Read anew what is paid at the payment provider, as when somebody comes back from there',
      ),
    )
    .output(subscription),
  saveBillTo: mutation('billing', 'workspace-admin')
    .route(at.put('/subscription/bill-to', 'What stands on invoices'))
    .input(
      z.object({
        billTo: z.string().trim().max(500).refine(isStorable, NOT_STORABLE),
      }),
    )
    .output(subscription),
  planChanges: query('billing')
    .route(at.get('/subscription/changes', 'The history of the plan'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(planChange)),
};
