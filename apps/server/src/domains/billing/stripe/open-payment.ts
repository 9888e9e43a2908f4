import { CURRENCY, PLANS, type Plan } from '@switchyard/contracts/billing/plans';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { Action } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { changePlanRefusal, sellingRefusal } from '../billing.policy.ts';
import { subscriptions } from '../billing.schema.ts';
import { findOpenInvoice, lockPlan } from '../subscription.queries.ts';
import { openPortal } from './portal.ts';
import { type PaymentDeps, readPaymentOf } from './read-payment.ts';
import { callStripe, settingsOf } from './stripe-client.ts';

/** Longer than all calls to Stripe made meanwhile. */
const LEASE_SECONDS = 60;

const SUBSCRIPTION_PATH = '/account-subscription';

/**
 * Opens Stripe: a plan that is not charged yet is bought there (Checkout); a charged one is changed, cancelled and
 * viewed there (portal). Nothing changes here until somebody has paid. Only one person per workspace can be paying at a
 * time, and other open payments are closed first, so that nobody pays twice.
 * @throws Refusal `FORBIDDEN`, `NOT_FOUND`, `PAYMENT_PENDING`, `PAYMENT_UNAVAILABLE`
 */
export const openPayment: Action<{ plan?: Plan | undefined }, { url: string }, PaymentDeps> = async (
  deps,
  actor,
  { plan },
) => {
  authorize(changePlanRefusal(actor));
  settingsOf(deps.config);
  authorize(sellingRefusal(deps.config));
  await takePaymentLease(deps.db, actor.workspaceId);
  try {
    const { state, events } = await readPaymentOf(deps, actor.workspaceId);
    if (state.isPending) throw new Refusal('PAYMENT_PENDING', undefined, PENDING);
    const returnUrl = `${deps.config.publicUrl}${SUBSCRIPTION_PATH}?paid=true`;
    if (state.charged) {
      const { charged } = state;
      const url = await callStripe(deps, async (stripe, settings) =>
        openPortal(stripe, settings, { customerId: await customerOf(deps.db, actor), charged, plan, returnUrl }),
      );
      return { result: { url }, events };
    }
    return await createCheckout(deps, actor, { plan, events, returnUrl });
  } finally {
    await deps.db.update(subscriptions).set({ payingUntil: null }).where(ofWorkspace(actor));
  }
};

const PENDING = text('paymentOnItsWay');
const ofWorkspace = ({ workspaceId }: Pick<Actor, 'workspaceId'>) => eq(subscriptions.workspaceId, workspaceId);

async function createCheckout(
  deps: PaymentDeps,
  actor: Actor,
  { plan, events, returnUrl }: { plan: Plan | undefined; events: DomainEvent[]; returnUrl: string },
) {
  const { db, config } = deps;
  if (plan === undefined || plan === 'free') throw new Refusal('NOT_FOUND', undefined, text('nothingPaid'));
  if (await findOpenInvoice(db, actor.workspaceId)) throw new Refusal('PAYMENT_PENDING');
  const url = await callStripe(deps, async (stripe, { products, withTax }) => {
    const price = await priceOf(stripe, products[plan], plan);
    const customer = await makeCustomer(db, stripe, actor);
    await closeOpenCheckouts(stripe, customer);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: actor.workspaceId,
      line_items: [{ price, quantity: 1 }],
      subscription_data: { metadata: { workspaceId: actor.workspaceId } },
      success_url: returnUrl,
      cancel_url: `${config.publicUrl}${SUBSCRIPTION_PATH}`,
      ...(withTax && {
        automatic_tax: { enabled: true },
        tax_id_collection: { enabled: true },
        customer_update: { address: 'auto', name: 'auto' },
      }),
    });
    if (session.url === null) throw new Error(`${session.id} has no URL`);
    return session.url;
  });
  await writeAudit(db, actor, { action: 'plan.checkout', details: { plan } });
  return { result: { url }, events };
}

/** Ensures that Stripe charges the price shown on our own page. @throws if the prices differ */
async function priceOf(stripe: Stripe, productId: string, plan: Plan): Promise<string> {
  const { default_price: price } = await stripe.products.retrieve(productId, { expand: ['default_price'] });
  if (!price || typeof price === 'string') throw new Error(`${productId} has no default price`);
  const isTheSame =
    price.unit_amount === PLANS[plan].monthlyPriceCents &&
    price.currency.toUpperCase() === CURRENCY &&
    price.recurring?.interval === 'month' &&
    price.recurring.interval_count === 1;
  if (!isTheSame) throw new Error(`the default price of ${productId} differs from that of the plan ${plan}`);
  return price.id;
}

/** The workspace's Stripe customer, created once: an idempotency key makes a retry within a day return the same one. */
async function makeCustomer(db: Db, stripe: Stripe, actor: Actor): Promise<string> {
  const [row] = await db.select().from(subscriptions).where(ofWorkspace(actor));
  if (row?.stripeCustomerId) return row.stripeCustomerId;
  const { workspaceId } = actor;
  const { id } = await stripe.customers.create(
    { metadata: { workspaceId } },
    { idempotencyKey: `customer-${workspaceId}` },
  );
  await db.update(subscriptions).set({ stripeCustomerId: id }).where(ofWorkspace(actor));
  return id;
}

async function customerOf(db: Db, actor: Actor): Promise<string> {
  const [row] = await db.select().from(subscriptions).where(ofWorkspace(actor));
  if (!row?.stripeCustomerId) throw new Error(`${actor.workspaceId} has no customer`);
  return row.stripeCustomerId;
}

/**
 * Closes open checkouts. One that was paid this very moment cannot be closed; the next reading sees it as paid.
 * @throws Refusal `PAYMENT_PENDING`
 */
async function closeOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const { id } of open.data) {
    await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
      const { status } = await stripe.checkout.sessions.retrieve(id);
      if (status === 'complete') throw new Refusal('PAYMENT_PENDING', undefined, PENDING);
      if (status !== 'expired') throw error;
    });
  }
}

/** @throws Refusal `PAYMENT_PENDING` if somebody else is paying */
async function takePaymentLease(db: Db, workspaceId: string): Promise<void> {
  const taken = await db.transaction(async (tx) => {
    if (!(await lockPlan(tx, workspaceId))) throw new Refusal('NOT_FOUND');
    return tx
      .update(subscriptions)
      .set({ payingUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(
        and(eq(subscriptions.workspaceId, workspaceId), sql`coalesce(${subscriptions.payingUntil}, now()) <= now()`),
      )
      .returning({ workspaceId: subscriptions.workspaceId });
  });
  if (taken.length === 0) throw new Refusal('PAYMENT_PENDING', undefined, text('paymentOpening'));
}
