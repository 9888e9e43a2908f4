import type { Subscription } from '@switchyard/contracts/billing/operations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { STRIPE_PRODUCTS, StripeServer } from '../../../../test/stripe-server.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { settlePlans } from '../settle-plans.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const stripe = new StripeServer();
let server: TestServer;
beforeAll(async () => {
  await stripe.start();
  server = await startTestServer({ config: { stripe: stripe.settings } });
});
afterAll(async () => {
  await server?.stop();
  await stripe.stop();
});
afterEach(() => {
  stripe.failsWith = null;
  stripe.beforeAnswer = () => {};
});

interface Owner {
  token: string;
  workspaceId: string;
  userId: string;
}
async function owner(): Promise<Owner> {
  const person = await server.signUp();
  const { body } = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  return { ...person, userId: body._id, workspaceId: body.workspace._id };
}
const open = (person: { token: string }, plan?: string) =>
  server.call<{ url: string; code: string }>('POST', '/api/subscription/payment', plan ? { plan } : {}, person);
const read = async (person: { token: string }) =>
  (await server.call<Subscription>('GET', '/api/subscription', undefined, person)).body;
const returnFromStripe = async (person: { token: string }) =>
  (await server.call<Subscription>('POST', '/api/subscription/payment/read', {}, person)).body;
const change = (person: { token: string }, plan: string) =>
  server.call<Subscription>('POST', '/api/subscription/plan', { plan }, person);

async function postEvent({ body, signature }: { body: string; signature: string }): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { status } = await fetch(`${server.url}/webhooks/stripe`, { method: 'POST', headers, body });
  return status;
}
/** A person who bought a plan, with Stripe's webhook delivered. */
async function payingPerson(plan: 'pro' | 'business') {
  const person = await owner();
  const subscription = stripe.pay((await open(person, plan)).body.url);
  await postEvent(stripe.event(subscription));
  return { person, held: subscription };
}
const databaseState = async () => {
  const { rows } = await server.database.pool.query(
    `select (select md5(string_agg(to_jsonb(s) - 'stripe_read_at' - 'updated_at' || '{}' #>> '{}', '' order by s.workspace_id)) from subscriptions s) as s,
      (select md5(string_agg(i::text, '' order by i::text)) from invoices i) as i,
      (select md5(string_agg(w.plan, '' order by w.id)) from workspaces w) as w,
      (select count(*) from plan_changes) as c, (select count(*) from audit_entries) as a`,
  );
  return rows;
};

test('buying a plan at Stripe changes nothing before it is paid, and writes no invoice of ours', async () => {
  const person = await owner();
  expect(await read(person)).toMatchObject({ provider: 'stripe', isCharged: false, plan: 'free' });
  const { status, body } = await open(person, 'pro');
  expect(status).toBe(200);
  expect((await read(person)).plan).toBe('free');
  const subscription = stripe.pay(body.url);
  expect(await postEvent(stripe.event(subscription, { type: 'checkout.session.completed' }))).toBe(200);
  expect(await read(person)).toMatchObject({
    plan: 'pro',
    isCharged: true,
    next: null,
    openInvoiceId: null,
    changes: [{ from: 'free', to: 'pro', by: 'billing' }],
    periodEndsAt: new Date(subscription.periodEndsAt * 1_000).toISOString(),
  });
  const { body: invoices } = await server.call('GET', '/api/invoices', undefined, person);
  expect(invoices).toMatchObject({ total: 0 });
});

test('without webhooks, returning from Stripe applies what was paid', async () => {
  const person = await owner();
  stripe.pay((await open(person, 'business')).body.url);
  expect(await returnFromStripe(person)).toMatchObject({ plan: 'business', isCharged: true });
});

test('upgrades and cancellation are confirmed at Stripe; a later change is shown, and can be settled without it', async () => {
  const { person, held } = await payingPerson('business');
  expect((await open(person, 'pro')).body.url).toBe(`${stripe.url}/portal`);
  expect(stripe.portals.at(-1)).toMatchObject({
    customer: held.customer,
    'flow_data[type]': 'subscription_update_confirm',
    'flow_data[subscription_update_confirm][items][0][price]': 'price_pro',
  });
  held.scheduled = STRIPE_PRODUCTS.pro;
  await postEvent(stripe.event(held));
  const at = new Date(held.periodEndsAt * 1_000).toISOString();
  expect((await read(person)).next).toEqual({ plan: 'pro', at, reason: 'asked' });

  held.scheduled = null;
  await open(person, 'free');
  expect(stripe.portals.at(-1)).toMatchObject({ 'flow_data[type]': 'subscription_cancel' });
  held.cancelAtPeriodEnd = true;
  await postEvent(stripe.event(held));
  expect((await read(person)).next).toEqual({ plan: 'free', at, reason: 'asked' });
  // Stripe is unavailable when the period ends.
  stripe.failsWith = 500;
  await server.database.pool.query(
    `update subscriptions set next_at = now() - interval '1 second', period_ends_at = now() - interval '1 second' where workspace_id = $1`,
    [person.workspaceId],
  );
  await settlePlans(server.platform);
  expect((await read(person)).plan).toBe('free');
});

test('the end of a month follows Stripe, without an invoice of ours', async () => {
  const { person } = await payingPerson('pro');
  await server.database.pool.query(
    `update subscriptions set period_ends_at = now() - interval '3 days' where workspace_id = $1`,
    [person.workspaceId],
  );
  await settlePlans(server.platform);
  expect(await read(person)).toMatchObject({ plan: 'pro', openInvoiceId: null });
});

test('a failed charge keeps the plan while Stripe retries, and says so; when Stripe stops trying the plan ends', async () => {
  const { person, held } = await payingPerson('pro');
  held.status = 'past_due';
  await postEvent(stripe.event(held, { type: 'invoice.payment_failed' }));
  expect(await read(person)).toMatchObject({ plan: 'pro', isChargeFailing: true });
  held.status = 'canceled';
  await postEvent(stripe.event(held, { type: 'customer.subscription.deleted' }));
  expect(await read(person)).toMatchObject({ plan: 'free', isCharged: false, isChargeFailing: false });
});

test('what happened while this server was down is found at night, once', async () => {
  const { person, held } = await payingPerson('pro');
  held.status = 'canceled';
  expect((await read(person)).plan).toBe('pro');
  await server.database.pool.query(`update subscriptions set stripe_read_at = now() - interval '21 hours'`);
  expect(await reconcilePayments(server.platform)).toBeGreaterThan(0);
  expect((await read(person)).plan).toBe('free');
  expect(await reconcilePayments(server.platform)).toBe(0);
});

test('deleting a paid workspace cancels its subscription', async () => {
  const { person, held } = await payingPerson('business');
  held.scheduled = STRIPE_PRODUCTS.pro;
  expect((await server.call('POST', '/api/workspace/deletion', {}, person)).status).toBe(200);
  await reconcilePayments(server.platform);
  expect(held).toMatchObject({ cancelAtPeriodEnd: true, scheduled: null });
});

test('a trial survives reading from Stripe, and ends when the plan is bought', async () => {
  const person = await owner();
  await server.call('POST', '/api/subscription/trial', {}, person);
  const { url } = (await open(person, 'pro')).body;
  expect(await returnFromStripe(person)).toMatchObject({ plan: 'pro', isTrial: true });
  stripe.pay(url);
  expect(await returnFromStripe(person)).toMatchObject({ plan: 'pro', isTrial: false, isCharged: true, next: null });
});

describe('the current state counts, whatever the order of events', () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  test.each(orders)('events in the order %i %i %i', async (...order) => {
    const { person, held } = await payingPerson('pro');
    const events = [
      stripe.event({ ...held, status: 'incomplete' }, { type: 'customer.subscription.created' }),
      stripe.event({ ...held, status: 'canceled' }, { type: 'customer.subscription.deleted' }),
      stripe.event({ customer: { id: held.customer } }, { type: 'invoice.paid' }),
    ];
    held.product = STRIPE_PRODUCTS.business;
    for (const at of order) expect(await postEvent(events[at] ?? { body: '', signature: '' })).toBe(200);
    expect(await read(person)).toMatchObject({ plan: 'business', isCharged: true });
    expect((await read(person)).changes).toHaveLength(2);
  });

  test('an outdated reading changes nothing', async () => {
    const { person, held } = await payingPerson('pro');
    let release = () => {};
    const blocker = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    let arrived = () => {};
    const isAsked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    stripe.beforeAnswer = (path) => {
      if (path !== '/v1/subscriptions' || !isFirst) return;
      isFirst = false;
      arrived();
      return blocker;
    };
    const slow = postEvent(stripe.event(held));
    await isAsked;
    held.product = STRIPE_PRODUCTS.business;
    await postEvent(stripe.event(held));
    expect((await read(person)).plan).toBe('business');
    release();
    expect(await slow).toBe(200);
    expect((await read(person)).plan).toBe('business');
  });

  test('ten concurrent events make one change', async () => {
    const { person, held } = await payingPerson('pro');
    held.product = STRIPE_PRODUCTS.business;
    await Promise.all(Array.from({ length: 10 }, () => postEvent(stripe.event(held))));
    expect((await read(person)).changes).toHaveLength(2);
  });
});

describe('nobody pays twice', () => {
  test('a new checkout closes the previous one', async () => {
    const person = await owner();
    const first = (await open(person, 'pro')).body.url;
    const second = (await open(person, 'business')).body.url;
    expect(() => stripe.pay(first)).toThrow('closed');
    stripe.pay(second);
    expect((await returnFromStripe(person)).plan).toBe('business');
  });

  test('six tabs at once leave at most one open checkout', async () => {
    const person = await owner();
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(person, 'pro')));
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'PAYMENT_PENDING']);
    }
    const customer = stripe.customers.filter(({ metadata }) => metadata.workspaceId === person.workspaceId);
    expect(customer).toHaveLength(1);
    const left = stripe.checkouts.filter(
      (checkout) => checkout.customer === customer[0]?.id && checkout.status === 'open',
    );
    expect(left).toHaveLength(1);
  });

  test('somebody who has paid but not been recorded is sent to the portal, not to pay again', async () => {
    const person = await owner();
    stripe.pay((await open(person, 'pro')).body.url);
    expect((await open(person, 'pro')).body.url).toBe(`${stripe.url}/portal`);
    expect((await read(person)).plan).toBe('pro');
  });

  test('while a payment is pending no other one, and no plan, can begin', async () => {
    const person = await owner();
    stripe.pay((await open(person, 'pro')).body.url, 'incomplete');
    expect((await returnFromStripe(person)).plan).toBe('free');
    expect((await open(person, 'business')).body.code).toBe('PAYMENT_PENDING');
  });
});

describe('refuses and changes nothing', () => {
  test.each<[string, (subscription: { customer: string }) => { body: string; signature: string }]>([
    ['an event without a signature', (subscription) => ({ ...stripe.event(subscription), signature: '' })],
    [
      'a guessed signature',
      (subscription) => ({
        ...stripe.event(subscription),
        signature: `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`,
      }),
    ],
    [
      'another body under the signature',
      (subscription) => ({ ...stripe.event({}), body: stripe.event(subscription).body }),
    ],
    [
      'an event from six minutes ago',
      (subscription) => stripe.event(subscription, { atSeconds: Date.now() / 1_000 - 360 }),
    ],
    [
      'an old event with a new time in front',
      (subscription) => {
        const { body, signature } = stripe.event(subscription, { atSeconds: 1_000 });
        return { body, signature: signature.replace('t=1000', `t=${Math.floor(Date.now() / 1_000)}`) };
      },
    ],
    ['no body', () => ({ body: '', signature: stripe.event({}).signature })],
  ])('%s', async (_name, event) => {
    const { held } = await payingPerson('pro');
    held.product = STRIPE_PRODUCTS.business;
    const before = await databaseState();
    expect(await postEvent(event(held))).toBe(401);
    expect(await databaseState()).toEqual(before);
  });

  test('for an event replayed ten times', async () => {
    const { held } = await payingPerson('pro');
    const event = stripe.event(held);
    const before = await databaseState();
    for (let times = 0; times < 10; times += 1) expect(await postEvent(event)).toBe(200);
    expect(await databaseState()).toEqual(before);
  });

  test.each([
    ['for an unknown customer', { customer: 'cus_of_another_shop' }],
    ['without a customer', { id: 'prod_1' }],
    ['whose customer is not text', { customer: { $ne: null } }],
  ])('for an event %s', async (_name, object) => {
    const before = await databaseState();
    expect(await postEvent(stripe.event(object))).toBe(200);
    expect(await databaseState()).toEqual(before);
  });

  test('asks for a retry of an event while Stripe is unavailable', async () => {
    const { held } = await payingPerson('pro');
    const before = await databaseState();
    held.product = STRIPE_PRODUCTS.business;
    stripe.failsWith = 500;
    expect(await postEvent(stripe.event(held))).toBe(503);
    expect(await databaseState()).toEqual(before);
  });

  test('for another product sold through the same account', async () => {
    const { person, held } = await payingPerson('pro');
    stripe.subscribe(held.customer, 'prod_socks');
    await postEvent(stripe.event(held));
    expect((await read(person)).plan).toBe('pro');
  });

  test.each<[string, { proCents?: number; failsWith?: number }, number]>([
    ['a price that differs from our page', { proCents: 2_500 }, 503],
    ['a failing payment provider', { failsWith: 500 }, 503],
    ['a revoked key', { failsWith: 401 }, 503],
  ])('for buying at %s', async (_name, given, status) => {
    const person = await owner();
    await read(person);
    await open(person);
    const before = await databaseState();
    stripe.prices.prod_pro = given.proCents ?? 1_900;
    stripe.failsWith = given.failsWith ?? null;
    expect((await open(person, 'pro')).status).toBe(status);
    stripe.prices.prod_pro = 1_900;
    // The customer may have been created; the plan, its history and the log are unchanged.
    expect((await databaseState()).map(({ i, w, c, a }) => [i, w, c, a])).toEqual(
      before.map(({ i, w, c, a }) => [i, w, c, a]),
    );
  });

  test('for a plan through the route of servers without Stripe', async () => {
    const [person, { person: payer }] = [await owner(), await payingPerson('business')];
    const before = await databaseState();
    expect((await change(person, 'pro')).status).toBe(403);
    expect((await change(payer, 'pro')).status).toBe(403);
    expect((await change(payer, 'business')).status).toBe(403);
    expect(await databaseState()).toEqual(before);
  });

  test('for a member, who can neither pay nor view', async () => {
    const { person } = await payingPerson('pro');
    await server.database.pool.query(`update workspace_members set role = 'member' where user_id = $1`, [
      person.userId,
    ]);
    const before = await databaseState();
    expect((await open(person, 'free')).status).toBe(403);
    expect((await open(person)).status).toBe(403);
    expect((await server.call('POST', '/api/subscription/payment/read', {}, person)).status).toBe(403);
    expect(await databaseState()).toEqual(before);
  });

  test('for an unknown plan, and for the free one if nothing is paid', async () => {
    const person = await owner();
    expect((await open(person, 'gold')).status).toBe(422);
    expect((await open(person, 'free')).status).toBe(404);
  });
});

test.each(['2027-03-28T00:30:00Z', '2027-10-31T01:30:00Z', '2028-02-29T23:59:59Z'])(
  'a period that ends at %s, despite clock changes and missing days, ends on the second',
  async (at) => {
    const { person, held } = await payingPerson('pro');
    held.periodEndsAt = Date.parse(at) / 1_000;
    held.cancelAtPeriodEnd = true;
    await postEvent(stripe.event(held));
    expect(await read(person)).toMatchObject({
      periodEndsAt: new Date(at).toISOString(),
      next: { at: new Date(at).toISOString() },
    });
  },
);
