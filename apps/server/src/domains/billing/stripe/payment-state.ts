import { isLarger, type Plan } from '@switchyard/contracts/billing/plans';
import type { Stripe } from 'stripe';
import type { StripeSettings } from '../../../platform/config/config.ts';
import { idOf } from './stripe-client.ts';

/** A subscription charged at Stripe, in our terms. */
export interface ChargedSubscription {
  subscriptionId: string;
  plan: Plan;
  /** The last charge failed and Stripe is retrying. */
  isFailing: boolean;
  periodEndsAt: Date;
  /** The next plan and when it begins; null if the same one renews. */
  next: { plan: Plan; at: Date } | null;
}

export interface PaymentState {
  /** Null if nothing is charged. */
  charged: ChargedSubscription | null;
  /** The first payment is being processed, as with bank debits that take days. */
  isPending: boolean;
}

/** Statuses that keep a plan: paid, and `past_due` for as long as Stripe retries. */
const LIVE_STATUSES = ['active', 'trialing', 'past_due'];
const MAX_LISTED = 100;

/**
 * Reads what a customer pays now. If there are several subscriptions, which only Stripe's dashboard can create, the
 * largest plan counts.
 */
export async function readPaymentState(
  stripe: Stripe,
  customerId: string,
  products: StripeSettings['products'],
): Promise<PaymentState> {
  const listed = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: MAX_LISTED });
  const found = listed.data.flatMap((subscription) => {
    const item = subscription.items.data.find(({ price }) => planOf(price, products) !== null);
    const plan = item ? planOf(item.price, products) : null;
    return item && plan ? [{ subscription, item, plan }] : [];
  });
  const [charged] = found
    .filter(({ subscription }) => LIVE_STATUSES.includes(subscription.status))
    .sort((a, b) => (isLarger(a.plan, b.plan) ? -1 : isLarger(b.plan, a.plan) ? 1 : 0));
  const isPending = found.some(({ subscription }) => subscription.status === 'incomplete');
  if (!charged) return { charged: null, isPending };
  const { subscription, item, plan } = charged;
  const periodEndsAt = dateOf(item.current_period_end);
  const endsAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null);
  return {
    charged: {
      subscriptionId: subscription.id,
      plan,
      isFailing: subscription.status === 'past_due',
      periodEndsAt,
      next:
        endsAt === null
          ? await findScheduledPlan(stripe, subscription, products)
          : { plan: 'free', at: dateOf(endsAt) },
    },
    isPending,
  };
}

/** The downgrade scheduled for later. */
async function findScheduledPlan(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  products: StripeSettings['products'],
): Promise<ChargedSubscription['next']> {
  if (subscription.schedule === null) return null;
  const schedule = await stripe.subscriptionSchedules.retrieve(idOf(subscription.schedule), {
    expand: ['phases.items.price'],
  });
  const presentEnds = schedule.current_phase?.end_date;
  const phase = schedule.phases.find(({ start_date }) => presentEnds !== undefined && start_date >= presentEnds);
  const price = phase?.items[0]?.price;
  if (!phase || !price || typeof price === 'string' || !('product' in price)) return null;
  const plan = planOf(price as Stripe.Price, products);
  return plan && { plan, at: dateOf(phase.start_date) };
}

/** Null for other products sold through the same account. */
function planOf({ product }: Pick<Stripe.Price, 'product'>, products: StripeSettings['products']): Plan | null {
  const id = idOf(product);
  if (id === products.pro) return 'pro';
  return id === products.business ? 'business' : null;
}

const MS = 1_000;
const dateOf = (seconds: number) => new Date(seconds * MS);
