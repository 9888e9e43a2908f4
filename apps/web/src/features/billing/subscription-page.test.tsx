import type { Subscription } from '@switchyard/contracts/billing/operations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aSubscription } from '../../../test/a-subscription.ts';
import { fakeServer } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

const server = fakeServer();
const PERIOD_ENDS = '2026-12-16T09:00:00.000Z';
const OPEN = 'POST /api/subscription/payment';
const READ = 'POST /api/subscription/payment/read';

const charged = { plan: 'business', isCharged: true, periodEndsAt: PERIOD_ENDS } as const;

async function renderPage(subscription: Partial<Subscription>, isBack = false) {
  const onRead = vi.fn();
  server.on('GET /api/subscription', () => aSubscription(subscription));
  server.on('GET /api/engines', () => ({ data: [], total: 0 }));
  // An address on this page, since a test must not navigate away.
  server.on(OPEN, () => ({ url: `${window.location.href.split('#')[0]}#paying` }));
  const rendered = await renderPart(<SubscriptionPage isBack={isBack} onRead={onRead} />);
  return { ...rendered, onRead };
}
const requests = () => server.sent(OPEN).map(({ body }) => body);

it('reports a failed payment, and links to changing the payment method', async () => {
  const { user } = await renderPage({ ...charged, isChargeFailing: true });
  await screen.findByText(/The last payment failed/);
  await user.click(screen.getByRole('button', { name: 'Manage payment at Stripe' }));
  await waitFor(() => expect(requests()).toEqual([{}]));
});

it('shows returning customers what they paid', async () => {
  server.on(READ, () => aSubscription(charged));
  const { onRead } = await renderPage({}, true);
  await screen.findByText(/^Paid until/);
  await waitFor(() => expect(onRead).toHaveBeenCalledTimes(1));
  expect(server.sent(READ)).toHaveLength(1);
});

it('shows no payments to those who may not change the plan', async () => {
  await renderPage({ ...charged, mayChange: false });
  await screen.findByText(/^Paid until/);
  expect(screen.queryByRole('button', { name: /Stripe|Switch/ })).toBeNull();
});

it('shows the present plan and the next larger one, and links to all of them', async () => {
  await renderPage({ plan: 'pro' });
  await screen.findByRole('button', { name: 'Switch to Business' });
  expect(screen.queryByRole('button', { name: 'Switch to Free' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
});
