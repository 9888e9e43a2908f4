import { eq, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { EdgeDeps } from '../../../platform/http/request-context.ts';
import { authorize } from '../../../platform/refusal.ts';
import { workspaces } from '../../workspaces/workspaces.schema.ts';
import { changePlanRefusal } from '../billing.policy.ts';
import { subscriptions } from '../billing.schema.ts';
import { applyPaymentState } from './apply-payment-state.ts';
import { type PaymentState, readPaymentState } from './payment-state.ts';
import { callStripe, settingsOf } from './stripe-client.ts';

export type PaymentDeps = ActionDeps & Pick<EdgeDeps, 'hooks' | 'log' | 'config'>;

const NOTHING_PAID: PaymentState = { charged: null, isPending: false };

/**
 * Reads what a workspace pays now and sets its plan accordingly. The subscription of a workspace that is being deleted
 * is cancelled at the end of the paid period.
 * @throws Refusal `PAYMENT_UNAVAILABLE`; then nothing was changed
 */
export async function readPaymentOf(
  deps: PaymentDeps,
  workspaceId: string,
): Promise<{ state: PaymentState; events: DomainEvent[] }> {
  const { db } = deps;
  const found = await findCustomer(db, workspaceId);
  if (!found) return { state: NOTHING_PAID, events: [] };
  const { customerId, isClosing, beganAt } = found;
  const state = await callStripe(deps, async (stripe, { products }) => {
    const read = await readPaymentState(stripe, customerId, products);
    if (!isClosing || read.charged === null || read.charged.next?.plan === 'free') return read;
    const { schedule } = await stripe.subscriptions.retrieve(read.charged.subscriptionId);
    if (schedule !== null) {
      await stripe.subscriptionSchedules.release(typeof schedule === 'string' ? schedule : schedule.id);
    }
    await stripe.subscriptions.update(read.charged.subscriptionId, { cancel_at_period_end: true });
    return readPaymentState(stripe, customerId, products);
  });
  const events = await db.transaction((tx) => applyPaymentState(deps, tx, { workspaceId, state, beganAt }));
  return { state, events };
}

/**
 * Updates the plan for somebody who returns from Stripe.
 * @throws Refusal `FORBIDDEN`, `NOT_FOUND`, `PAYMENT_UNAVAILABLE`
 */
export const readPayment: Action<undefined, undefined, PaymentDeps> = async (deps, actor) => {
  authorize(changePlanRefusal(actor));
  settingsOf(deps.config);
  const { events } = await readPaymentOf(deps, actor.workspaceId);
  return { result: undefined, events };
};

/** @returns null if nobody of the workspace has paid at Stripe */
async function findCustomer(db: Db, workspaceId: string) {
  const [row] = await db
    .select({
      customerId: subscriptions.stripeCustomerId,
      isClosing: sql<boolean>`${workspaces.deleteAfter} is not null`,
      beganAt: sql<Date>`clock_timestamp()`.mapWith(subscriptions.updatedAt),
    })
    .from(subscriptions)
    .innerJoin(workspaces, eq(workspaces.id, subscriptions.workspaceId))
    .where(eq(subscriptions.workspaceId, workspaceId));
  return row?.customerId ? { ...row, customerId: row.customerId } : null;
}
