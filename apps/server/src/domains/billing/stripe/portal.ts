import type { Plan } from '@switchyard/contracts/billing/plans';
import type { Stripe } from 'stripe';
import type { StripeSettings } from '../../../platform/config/config.ts';
import type { ChargedSubscription } from './payment-state.ts';

/** Version of the configuration below; change it to have a new one created. */
const CONFIGURATION_VERSION = '1';
type FlowData = NonNullable<Stripe.BillingPortal.SessionCreateParams['flow_data']>;

/** A URL in Stripe's portal: the confirmation of a change of plan, or the overview. */
export async function openPortal(
  stripe: Stripe,
  { products }: Pick<StripeSettings, 'products'>,
  { customerId, charged, plan, returnUrl }: PortalRequest,
): Promise<string> {
  const flow = plan === undefined || plan === charged.plan ? null : await flowTo(stripe, products, charged, plan);
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    configuration: await ensureConfiguration(stripe, products),
    return_url: returnUrl,
    ...(flow && {
      flow_data: { ...flow, after_completion: { type: 'redirect', redirect: { return_url: returnUrl } } },
    }),
  });
  return url;
}

interface PortalRequest {
  customerId: string;
  charged: ChargedSubscription;
  plan: Plan | undefined;
  returnUrl: string;
}

async function flowTo(
  stripe: Stripe,
  products: StripeSettings['products'],
  { subscriptionId, next }: ChargedSubscription,
  plan: Plan,
): Promise<FlowData | null> {
  // A scheduled change is cancelled or edited in the portal itself.
  if (next !== null) return null;
  if (plan === 'free') {
    return { type: 'subscription_cancel', subscription_cancel: { subscription: subscriptionId } };
  }
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = items.data;
  if (!item) throw new Error(`${subscriptionId} has no items`);
  const price = await defaultPriceOf(stripe, products[plan]);
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscriptionId, items: [{ id: item.id, price, quantity: 1 }] },
  };
}

async function defaultPriceOf(stripe: Stripe, productId: string): Promise<string> {
  const { default_price: price } = await stripe.products.retrieve(productId);
  if (!price) throw new Error(`${productId} has no default price`);
  return typeof price === 'string' ? price : price.id;
}

/**
 * The portal configuration that matches what we promise: upgrades at once, downgrades and cancellation at the end of
 * the paid period. Created once per account.
 */
async function ensureConfiguration(stripe: Stripe, products: StripeSettings['products']): Promise<string> {
  const mark = `${CONFIGURATION_VERSION} ${products.pro} ${products.business}`;
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const made = data.find(({ metadata }) => metadata?.switchyard === mark);
  if (made) return made.id;
  const sold = await Promise.all(
    [products.pro, products.business].map(async (product) => ({
      product,
      prices: [await defaultPriceOf(stripe, product)],
    })),
  );
  const { id } = await stripe.billingPortal.configurations.create({
    metadata: { switchyard: mark },
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name', 'tax_id'] },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products: sold,
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    },
  });
  return id;
}
