import { isLarger, type Plan } from '@switchyard/contracts/billing/plans';
import type { Stripe } from 'stripe';
import type { StripeSettings } from '../../../platform/config/config.ts';
import { idOf } from './stripe-client.ts';

/** What is charged at Stripe by itself, in our words. */
export interface Charged {
  subscriptionId: string;
  plan: Plan;
  /** The last charge failed, and Stripe tries again. */
  isFailing: boolean;
  periodEndsAt: Date;
  /** What it becomes, and when; null: another period of the same. */
  next: { plan: Plan; at: Date } | null;
}

export interface PaymentState {
  /** Null: nothing is. */
  charged: Charged | null;
  /** The first payment is on its way, as with a bank that takes days. */
  isPending: boolean;
}

/** What is paid is had, and what is being tried again (`past_due`) as long as Stripe tries. */
const LIVE = ['active', 'trialing', 'past_due'];
const MAX_LISTED = 100;

/** Reads what a customer pays now. Of several plans, which only Stripe's own dashboard can make, the largest counts. */
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
    .filter(({ subscription }) => LIVE.includes(subscription.status))
    .sort((one, other) => (isLarger(one.plan, other.plan) ? -1 : isLarger(other.plan, one.plan) ? 1 : 0));
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
      next: endsAt === null ? await scheduled(stripe, subscription, products) : { plan: 'free', at: dateOf(endsAt) },
    },
    isPending,
  };
}

/** The smaller plan that was chosen for later. */
async function scheduled(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  products: StripeSettings['products'],
): Promise<Charged['next']> {
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

/** Null: something else that is sold through the same account. */
function planOf({ product }: Pick<Stripe.Price, 'product'>, products: StripeSettings['products']): Plan | null {
  const id = idOf(product);
  if (id === products.pro) return 'pro';
  return id === products.business ? 'business' : null;
}

const MS = 1_000;
const dateOf = (seconds: number) => new Date(seconds * MS);
