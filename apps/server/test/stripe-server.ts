import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const STRIPE_PRODUCTS = { pro: 'prod_pro', business: 'prod_business' };
const PRICES: Record<string, number> = { prod_pro: 1_900, prod_business: 7_900 };

interface FakeSubscription {
  id: string;
  customer: string;
  status: string;
  product: string;
  periodEndsAt: number;
  cancelAtPeriodEnd: boolean;
  /** A smaller product, effective at the end of the period. */
  scheduled: string | null;
}
interface FakeCheckout {
  id: string;
  customer: string;
  price: string;
  status: 'open' | 'complete' | 'expired';
}

/** A server that implements the Stripe calls this product makes, and acts as the customer. */
export class StripeServer {
  readonly subscriptions: FakeSubscription[] = [];
  readonly checkouts: FakeCheckout[] = [];
  readonly customers: { id: string; metadata: { workspaceId?: string } }[] = [];
  /** Parameters of the opened portals, latest last. */
  readonly portals: Record<string, string>[] = [];
  readonly configurations: { id: string; metadata: Record<string, string> }[] = [];
  /** Current price of each product, in cents. */
  readonly prices = { ...PRICES };
  readonly webhookSecret = 'whsec_only_this_test_knows';
  /** Runs before each response. */
  beforeAnswer: (path: string) => Promise<void> | void = () => {};
  /** Responds only with this status; null for normal responses. */
  failsWith: number | null = null;
  readonly #keys = new Map<string, unknown>();
  readonly #server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    let body = '';
    for await (const piece of request) body += piece;
    const input = Object.fromEntries([...searchParams, ...new URLSearchParams(body)]);
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const key = request.headers['idempotency-key'];
    const again = typeof key === 'string' ? this.#keys.get(key) : undefined;
    if (again) return answer(200, again);
    // The response reflects the state when the request arrived, however late it is delivered.
    const answered = this.failsWith === null ? this.#answerTo(`${request.method} ${pathname}`, input) : null;
    await this.beforeAnswer(pathname);
    if (this.failsWith !== null) return answer(this.failsWith, { error: { message: 'no luck' } });
    if (answered && typeof key === 'string') this.#keys.set(key, answered);
    return answered ? answer(200, answered) : answer(404, { error: { message: `no such thing: ${pathname}` } });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.closeAllConnections();
      this.#server.close(() => resolve());
    });
  }

  get settings() {
    const { url, webhookSecret } = this;
    return { secretKey: 'sk_test_1', webhookSecret, products: STRIPE_PRODUCTS, withTax: false, apiUrl: url };
  }

  /** The customer pays for a checkout. @throws if it is closed */
  pay(url: string, status = 'active'): FakeSubscription {
    const checkout = this.checkouts.find(({ id }) => url.endsWith(id));
    if (checkout?.status !== 'open') throw new Error('this checkout is closed');
    checkout.status = 'complete';
    return this.subscribe(checkout.customer, checkout.price.replace('price_', 'prod_'), status);
  }

  /** Adds an existing subscription. */
  subscribe(customer: string, product: string, status = 'active'): FakeSubscription {
    const subscription: FakeSubscription = {
      id: `sub_${randomUUID()}`,
      customer,
      status,
      product,
      periodEndsAt: Math.floor(Date.now() / 1_000) + 30 * 86_400,
      cancelAtPeriodEnd: false,
      scheduled: null,
    };
    this.subscriptions.unshift(subscription);
    return subscription;
  }

  /** An event as delivered, with its signature. @param atSeconds when it was signed */
  event(object: object, { type = 'customer.subscription.updated', atSeconds = Date.now() / 1_000 } = {}) {
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
    const at = Math.floor(atSeconds);
    const signature = createHmac('sha256', this.webhookSecret).update(`${at}.${body}`).digest('hex');
    return { body, signature: `t=${at},v1=${signature}` };
  }

  #answerTo(call: string, input: Record<string, string>): unknown {
    const id = call.split('/')[3] ?? '';
    const byId = (held: FakeSubscription[]) => held.find((subscription) => subscription.id === id);
    switch (call.replace(/(cus|sub|cs|prod|sched)_[\w-]+/, ':id')) {
      case 'POST /v1/customers': {
        const stripeCustomer = {
          id: `cus_${randomUUID()}`,
          metadata: { workspaceId: input['metadata[workspaceId]'] ?? '' },
        };
        this.customers.push(stripeCustomer);
        return stripeCustomer;
      }
      case 'GET /v1/products/:id': {
        const price = { id: id.replace('prod_', 'price_'), unit_amount: this.prices[id], currency: 'eur' };
        const stripePrice = { ...price, product: id, recurring: { interval: 'month', interval_count: 1 } };
        return { id, default_price: 'expand[0]' in input ? stripePrice : price.id };
      }
      case 'GET /v1/subscriptions':
        return listOf(this.subscriptions.filter(({ customer }) => customer === input.customer).map(present));
      case 'GET /v1/subscriptions/:id': {
        const found = byId(this.subscriptions);
        return found && present(found);
      }
      case 'POST /v1/subscriptions/:id': {
        const found = byId(this.subscriptions);
        if (found) found.cancelAtPeriodEnd = input.cancel_at_period_end === 'true';
        return found && present(found);
      }
      case 'GET /v1/subscription_schedules/:id':
        return presentSchedule(this.subscriptions.find((held) => held.id === id.replace('sched_', '')));
      case 'POST /v1/subscription_schedules/:id/release': {
        const found = this.subscriptions.find((held) => held.id === id.replace('sched_', ''));
        if (found) found.scheduled = null;
        return { id };
      }
      case 'GET /v1/checkout/sessions':
        return listOf(
          this.checkouts.filter(({ customer, status }) => customer === input.customer && status === 'open'),
        );
      case 'POST /v1/checkout/sessions': {
        const checkout: FakeCheckout = {
          id: `cs_${randomUUID()}`,
          customer: input.customer ?? '',
          price: input['line_items[0][price]'] ?? '',
          status: 'open',
        };
        this.checkouts.push(checkout);
        return { ...checkout, url: `${this.url}/pay/${checkout.id}` };
      }
      default:
        return this.#answerOfCheckoutOrPortal(call, input);
    }
  }

  #answerOfCheckoutOrPortal(call: string, input: Record<string, string>): unknown {
    const checkout = this.checkouts.find(({ id }) => call.includes(id));
    if (checkout && call.startsWith('GET ')) return checkout;
    if (checkout && call.endsWith('/expire')) {
      if (checkout.status !== 'open') return null;
      checkout.status = 'expired';
      return checkout;
    }
    if (call === 'GET /v1/billing_portal/configurations') return listOf(this.configurations);
    if (call === 'POST /v1/billing_portal/configurations') {
      const configuration = {
        id: `bpc_${randomUUID()}`,
        metadata: { switchyard: input['metadata[switchyard]'] ?? '' },
      };
      this.configurations.push(configuration);
      return configuration;
    }
    if (call !== 'POST /v1/billing_portal/sessions') return null;
    this.portals.push(input);
    return { id: 'bps_1', url: `${this.url}/portal` };
  }
}

const listOf = (data: unknown[]) => ({ object: 'list', data, has_more: false });

const present = ({ scheduled, ...held }: FakeSubscription) => ({
  id: held.id,
  customer: held.customer,
  status: held.status,
  cancel_at: null,
  cancel_at_period_end: held.cancelAtPeriodEnd,
  schedule: scheduled && `sched_${held.id}`,
  items: listOf([
    {
      id: `si_${held.id}`,
      current_period_end: held.periodEndsAt,
      price: { id: held.product.replace('prod_', 'price_'), product: held.product },
    },
  ]),
});

function presentSchedule(held: FakeSubscription | undefined) {
  if (!held?.scheduled) return null;
  const phase = (product: string, start_date: number, end_date: number) => ({
    start_date,
    end_date,
    items: [{ price: { id: product.replace('prod_', 'price_'), product } }],
  });
  const { periodEndsAt } = held;
  return {
    id: `sched_${held.id}`,
    current_phase: { start_date: 0, end_date: periodEndsAt },
    phases: [phase(held.product, 0, periodEndsAt), phase(held.scheduled, periodEndsAt, periodEndsAt + 1)],
  };
}
