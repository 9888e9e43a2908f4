import type { Actor } from '../../platform/actor.ts';
import { operations } from '../../platform/http/operations.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { changePlan } from './change-plan.ts';
import { listCredits, readUsage } from './credits/read-credits.ts';
import { listInvoices, listOpenInvoices, readInvoice } from './invoices/list-invoices.ts';
import { markPaid } from './invoices/mark-paid.ts';
import { readSubscription } from './read-subscription.ts';
import { saveBillTo } from './save-bill-to.ts';
import { startTrial } from './start-trial.ts';
import { openPayment } from './stripe/open-payment.ts';
import { readPayment } from './stripe/read-payment.ts';
import { listPlanChanges } from './subscription.queries.ts';

const { billing } = operations;

const subscriptionOf = ({ db, platform, actor }: Pick<RequestContext, 'db' | 'platform'> & { actor: Actor }) =>
  readSubscription(db, platform.config, actor);

export const billingRouter = {
  subscription: billing.subscription.handler(({ context }) => subscriptionOf(context)),

  changePlan: billing.changePlan.handler(async ({ input, context }) => {
    await context.perform(changePlan, input);
    return subscriptionOf(context);
  }),

  startTrial: billing.startTrial.handler(async ({ context }) => {
    await context.perform(startTrial, undefined);
    return subscriptionOf(context);
  }),

  openPayment: billing.openPayment.handler(({ input, context: { perform } }) => perform(openPayment, input)),
  readPayment: billing.readPayment.handler(async ({ context }) => {
    await context.perform(readPayment, undefined);
    return subscriptionOf(context);
  }),

  saveBillTo: billing.saveBillTo.handler(async ({ input, context }) => {
    await context.perform(saveBillTo, input);
    return subscriptionOf(context);
  }),

  planChanges: billing.planChanges.handler(({ input, context: { db, actor } }) =>
    listPlanChanges(db, actor.workspaceId, input),
  ),

  invoices: billing.invoices.handler(({ input, context: { db, actor } }) => listInvoices(db, actor.workspaceId, input)),
  invoice: billing.invoice.handler(async ({ input: { id }, context: { db, actor, platform } }) => {
    const { invoice, workspaceId } = await readInvoice(db, actor, id);
    const isOthers = workspaceId !== actor.workspaceId;
    if (isOthers) await platform.recordView(actor, 'billing.invoice', { workspaceId, subject: id });
    return invoice;
  }),
  openInvoices: billing.openInvoices.handler(({ input, context: { db } }) => listOpenInvoices(db, input)),
  markPaid: billing.markPaid.handler(({ input, context: { perform } }) => perform(markPaid, input)),

  creditsUsage: billing.creditsUsage.handler(({ input, context: { db, actor } }) =>
    readUsage(db, actor.workspaceId, new Date(), input.month),
  ),
  creditEntries: billing.creditEntries.handler(({ input, context: { db, actor } }) =>
    listCredits(db, actor.workspaceId, new Date(), input),
  ),
};
