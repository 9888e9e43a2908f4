import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fake-server.ts';
import { ada, renderPart } from '../../../test/render-part.tsx';
import { OverviewPage } from './overview-page.tsx';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-0000000000e1';
const emptyList = { data: [], total: 0, totalIsExact: true };

function serveNothing() {
  for (const path of ['messages', 'messages/overdue', 'engines', 'campaigns', 'whatsapp-numbers', 'workspace/audit'])
    server.on(`GET /api/${path}`, () => emptyList);
  server.on('GET /api/engines', () => ({ data: [{ _id: ID, name: 'Main line', status: 'connected' }], total: 1 }));
  server.on('GET /api/subscription', () => ({ openInvoiceId: null }));
  server.on('GET /api/credits/usage', () => ({ spent: 40, limit: 2000, days: [], month: '2026-11' }));
}
const attention = () => screen.findByRole('region', { name: 'Needs attention' });

it('says that all is well, and how near the limits are', async () => {
  serveNothing();
  await renderPart(<OverviewPage />);
  await within(await attention()).findByText('Nothing needs your attention');
  const usage = within(screen.getByRole('region', { name: 'Usage at a glance' }));
  await usage.findByText('1 of 1');
  await usage.findByText('40 of 2,000');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Recent activity' })).toBeNull());
});

it('lists what needs attention, each with a link to it', async () => {
  serveNothing();
  server.on('GET /api/messages', ({ url }) => ({
    ...emptyList,
    total: url.searchParams.get('status') === 'failed' ? 3 : 0,
  }));
  server.on('GET /api/engines', () => ({ data: [{ _id: ID, name: 'Main line', status: 'disconnected' }], total: 1 }));
  server.on('GET /api/campaigns', () => ({ data: [{ _id: ID, name: 'Spring', state: 'paused' }], total: 1 }));
  server.on('GET /api/subscription', () => ({ openInvoiceId: ID }));
  await renderPart(<OverviewPage />);
  const region = within(await attention());
  await region.findByText('3 messages failed in the last 7 days');
  await region.findByText('An invoice isn’t paid yet');
  await region.findByText('Campaign Spring is paused');
  const links = region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Fix', `/engine-explorer/${ID}`],
    ['Review', '/import-messages?status=failed'],
    ['Open', `/campaigns?open=${ID}`],
    ['View', `/invoices/${ID}`],
  ]);
  expect(region.queryByText('Nothing needs your attention')).toBeNull();
});

it('shows what cannot be read as unknown, neither fine nor zero', async () => {
  serveNothing();
  server.on('GET /api/campaigns', () => refusal(403, 'FORBIDDEN'));
  server.on('GET /api/credits/usage', () => refusal(403, 'FORBIDDEN'));
  await renderPart(<OverviewPage />, { me: { workspace: { ...ada.workspace, role: 'member' } } });
  const region = within(await attention());
  await region.findByText('Couldn’t check everything.');
  expect(region.queryByText('Nothing needs your attention')).toBeNull();
  await within(screen.getByRole('region', { name: 'Usage at a glance' })).findByText('Unknown');
  // The log is for owners.
  expect(screen.queryByRole('region', { name: 'Recent activity' })).toBeNull();
  expect(server.sent('GET /api/workspace/audit')).toEqual([]);
});
