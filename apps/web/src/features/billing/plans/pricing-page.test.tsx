import type { Subscription } from '@switchyard/contracts/billing/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSubscription } from '../../../../test/a-subscription.ts';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { PricingPage } from './pricing-page.tsx';

const server = fakeServer();
const OPEN = 'POST /api/subscription/payment';
const charged = { plan: 'business', isCharged: true, periodEndsAt: '2026-12-16T09:00:00.000Z' } as const;

async function renderPage(subscription: Partial<Subscription>) {
  server.on('GET /api/subscription', () => aSubscription(subscription));
  server.on('GET /api/engines', () => ({ data: [{ name: 'Main line', type: 'gateway', isLegacy: false }], total: 1 }));
  server.on('GET /api/credits/usage', () => ({ month: '2026-11', limit: 500, spent: 1_240, renewsAt: '', days: [] }));
  // An address on this page, since a test must not navigate away.
  server.on(OPEN, () => ({ url: `${window.location.href.split('#')[0]}#paying` }));
  return renderPart(<PricingPage />);
}
const requests = () => server.sent(OPEN).map(({ body }) => body);

it('compares the plans with current usage, and marks the current one', async () => {
  await renderPage({ plan: 'pro' });
  const table = within(await screen.findByRole('table', { name: 'Plans compared' }));
  expect(within(table.getByRole('columnheader', { name: /Pro/ })).getByText('Current plan')).toBeDefined();
  expect(await table.findByText('You use 1')).toBeDefined();
  expect(await table.findByText('You used 1,240 this month')).toBeDefined();
  const row = table.getByRole('row', { name: /Separate queue and speed per number/ });
  expect(
    within(row)
      .getAllByRole('img')
      .map((mark) => mark.getAttribute('aria-label')),
  ).toEqual(['Not included', 'Not included', 'Included']);
});

it('says when usage is unknown', async () => {
  server.on('GET /api/engines', () => refusal(503, 'UNAVAILABLE', undefined, 'Away.'));
  server.on('GET /api/credits/usage', () => refusal(503, 'UNAVAILABLE', undefined, 'Away.'));
  server.on('GET /api/subscription', () => aSubscription());
  await renderPart(<PricingPage />);
  await waitFor(() => expect(screen.getAllByText('Unknown')).toHaveLength(2));
});

it('hides the buttons from those who may not change the plan, and says who may', async () => {
  await renderPage({ mayChange: false });
  await screen.findByText('Ask the workspace owner to change the plan.');
  expect(screen.queryByRole('button', { name: /Switch/ })).toBeNull();
});

it('says when the server has no plans', async () => {
  await renderPage({ isOn: false });
  await screen.findByText('This server has no plans');
  expect(screen.queryByRole('table')).toBeNull();
});

it('opens the payment page for a larger plan, and starts nothing else in the meantime', async () => {
  const { user } = await renderPage({});
  await user.click(await screen.findByRole('button', { name: 'Switch to Pro' }));
  await waitFor(() => expect(window.location.hash).toBe('#paying'));
  expect(requests()).toEqual([{ plan: 'pro' }]);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Switch to Business' })).toHaveProperty('disabled', true),
  );
});

it('says what a smaller plan stops before opening the page that confirms it', async () => {
  const { user } = await renderPage(charged);
  await user.click(await screen.findByRole('button', { name: 'Switch to Free' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('You’ll confirm this at Stripe');
  expect(requests()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Switch to Free' }));
  await waitFor(() => expect(requests()).toEqual([{ plan: 'free' }]));
});

it('says why payment is unavailable', async () => {
  const { user } = await renderPage({});
  server.on(OPEN, () => refusal(503, 'PAYMENT_UNAVAILABLE', undefined, 'The payment provider cannot be reached now.'));
  await user.click(await screen.findByRole('button', { name: 'Switch to Pro' }));
  await screen.findByText('The payment provider cannot be reached now.');
  expect(screen.getByRole('button', { name: 'Switch to Pro' })).toHaveProperty('disabled', false);
});
