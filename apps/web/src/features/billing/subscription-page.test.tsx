import type { Subscription } from '@switchyard/contracts/billing/operations';
import { PLAN_NAMES, PLANS } from '@switchyard/contracts/billing/plans';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

const server = fakeServer();
const PERIOD_ENDS = '2026-12-16T09:00:00.000Z';
const OPEN = 'POST /api/subscription/payment';
const READ = 'POST /api/subscription/payment/read';

const aSubscription = (given: Partial<Subscription> = {}): Subscription => ({
  isOn: true,
  plan: 'free',
  plans: PLAN_NAMES.map((plan) => ({
    plan,
    allowedEngineCount: PLANS[plan].gatewayEngines,
    creditsPerMonth: PLANS[plan].creditsPerMonth,
    monthlyPriceCents: PLANS[plan].monthlyPriceCents,
  })),
  currency: 'EUR',
  mayChange: true,
  mayTry: false,
  isTrial: false,
  periodEndsAt: null,
  next: null,
  openInvoiceId: null,
  provider: 'stripe',
  isCharged: false,
  isChargeFailing: false,
  billTo: '',
  changes: [],
  ...given,
});
const charged = { plan: 'business', isCharged: true, periodEndsAt: PERIOD_ENDS } as const;

async function page(given: Partial<Subscription>, isBack = false) {
  const onRead = vi.fn();
  server.on('GET /api/subscription', () => aSubscription(given));
  server.on('GET /api/engines', () => ({ data: [], total: 0 }));
  // An address on this page: a test leads nowhere else.
  server.on(OPEN, () => ({ url: `${window.location.href.split('#')[0]}#paying` }));
  const drawn = await renderPart(<SubscriptionPage isBack={isBack} onRead={onRead} />);
  return { ...drawn, onRead };
}
const asked = () => server.sent(OPEN).map(({ body }) => body);

it('leads to where a larger plan is paid, and begins nothing else meanwhile', async () => {
  const { user } = await page({});
  await user.click(await screen.findByRole('button', { name: 'Switch to Pro' }));
  await waitFor(() => expect(window.location.hash).toBe('#paying'));
  expect(asked()).toEqual([{ plan: 'pro' }]);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Switch to Business' })).toHaveProperty('disabled', true),
  );
});

it('tells what a smaller plan stops before it leads to where it is confirmed', async () => {
  const { user } = await page(charged);
  await user.click(await screen.findByRole('button', { name: 'Switch to Free' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('You’ll confirm this at Stripe');
  expect(asked()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Switch to Free' }));
  await waitFor(() => expect(asked()).toEqual([{ plan: 'free' }]));
});

it('says that a payment failed, and leads to where another is chosen', async () => {
  const { user } = await page({ ...charged, isChargeFailing: true });
  await screen.findByText(/The last payment failed/);
  await user.click(screen.getByRole('button', { name: 'Manage payment at Stripe' }));
  await waitFor(() => expect(asked()).toEqual([{}]));
});

it('says why nobody can be led there now', async () => {
  const { user } = await page({});
  server.on(OPEN, () => refusal(503, 'PAYMENT_UNAVAILABLE', undefined, 'The payment provider cannot be reached now.'));
  await user.click(await screen.findByRole('button', { name: 'Switch to Pro' }));
  await screen.findByText('The payment provider cannot be reached now.');
  expect(screen.getByRole('button', { name: 'Switch to Pro' })).toHaveProperty('disabled', false);
});

it('shows who comes back what they have paid', async () => {
  server.on(READ, () => aSubscription(charged));
  const { onRead } = await page({}, true);
  await screen.findByText(/^Paid until/);
  await waitFor(() => expect(onRead).toHaveBeenCalledTimes(1));
  expect(server.sent(READ)).toHaveLength(1);
});

it('shows nothing of payments to who may not change the plan', async () => {
  await page({ ...charged, mayChange: false });
  await screen.findByText(/^Paid until/);
  expect(screen.queryByRole('button', { name: /Stripe|Switch/ })).toBeNull();
});
