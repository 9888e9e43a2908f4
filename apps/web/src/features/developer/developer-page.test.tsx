import type { Webhook, WebhookAttempt, WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { DeveloperPage } from './developer-page.tsx';
import type { DeveloperSearch } from './developer-search.ts';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-000000000010';
const DELIVERY_ID = '019a0000-0000-7000-8000-000000000011';
const at = '2026-11-16T09:00:00.000Z';
const webhook: Webhook = {
  _id: ID,
  url: 'https://example.com/hook',
  description: 'Booking system',
  events: ['message.sent'],
  state: 'enabled',
  disabledBecause: null,
  failingSince: null,
  previousSecretUntil: null,
  engineIds: [],
  labelIds: [],
  createdBy: 'Ada',
  createdAt: at,
};
const delivery: WebhookDelivery = {
  _id: DELIVERY_ID,
  webhookId: ID,
  url: webhook.url,
  eventId: 'evt_1',
  type: 'message.sent',
  state: 'failed',
  attempts: 1,
  lastStatus: null,
  nextAt: null,
  createdAt: at,
  settledAt: at,
};
const attempt: WebhookAttempt = {
  _id: '019a0000-0000-7000-8000-000000000012',
  number: 1,
  at,
  durationMs: 12,
  status: null,
  fault: 'address',
  requestHeaders: { 'webhook-id': 'evt_1' },
  responseHeaders: null,
  responseBody: null,
};

function Page({ first }: { first: DeveloperSearch }) {
  const [search, setSearch] = useState(first);
  return <DeveloperPage search={search} onSearch={setSearch} />;
}
const bodies = (route: string) => server.sent(route).map(({ body }) => body);
const webhooks = (...data: Webhook[]) => server.on('GET /api/webhooks', () => ({ data, total: data.length }));

beforeEach(() => {
  webhooks(webhook);
  for (const list of ['engines', 'labels']) server.on(`GET /api/${list}`, () => ({ data: [], total: 0 }));
  server.on('GET /api/webhook-deliveries', () => ({ data: [delivery], total: 1 }));
  server.on(`GET /api/webhook-deliveries/${DELIVERY_ID}/attempts`, () => ({
    body: '{"id":"evt_1"}',
    data: [attempt],
    total: 1,
  }));
});

it('creates a webhook with the chosen events, and shows its secret until it is copied', async () => {
  webhooks();
  server.on('POST /api/webhooks', () => ({ secret: 'whsec_shown', webhook }));
  const { user } = await renderPart(<Page first={{ tab: 'webhooks' }} />);
  await user.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'New webhook' });
  await user.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
  expect(within(dialog).getByText('Enter an address')).toBeTruthy();
  expect(server.sent('POST /api/webhooks')).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'example.com/hook');
  await user.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
  expect((await screen.findByTestId('webhook-secret')).textContent).toBe('whsec_shown');
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText('whsec_shown')).toBeNull());
});

it('says why a webhook receives nothing, and lets it be enabled again', async () => {
  webhooks({ ...webhook, state: 'disabled', disabledBecause: 'gone' });
  server.on(`PATCH /api/webhooks/${ID}`, () => webhook);
  const { user } = await renderPart(<Page first={{ tab: 'webhooks' }} />);
  await screen.findByText('It answered 410 Gone');
  await user.click(screen.getByRole('button', { name: `Actions for ${webhook.url}` }));
  expect(screen.queryByRole('menuitem', { name: 'Send test event' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Enable' }));
  await waitFor(() => expect(server.sent(`PATCH /api/webhooks/${ID}`)).toHaveLength(1));
});

it('shows why a delivery attempt failed, and sends it again', async () => {
  server.on(`POST /api/webhook-deliveries/${DELIVERY_ID}/replay`, () => ({ ...delivery, state: 'waiting' }));
  const { user } = await renderPart(<Page first={{ tab: 'deliveries' }} />);
  await user.click(await screen.findByText('message.sent'));
  await screen.findByText(/The address is not on the public internet/);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(server.sent(`POST /api/webhook-deliveries/${DELIVERY_ID}/replay`)).toHaveLength(1));
});

it('sends a selection again', async () => {
  server.on('POST /api/webhook-deliveries/replay', () => ({ replayed: 1 }));
  const { user } = await renderPart(<Page first={{ tab: 'deliveries' }} />);
  await screen.findByText('message.sent');
  await user.click(screen.getAllByRole('checkbox').at(-1) as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Send 1 again' }));
  await waitFor(() => expect(bodies('POST /api/webhook-deliveries/replay')).toEqual([{ ids: [DELIVERY_ID] }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send 1 again' })).toBeNull());
});

it('sends everything that failed since a time again, in as many calls as needed', async () => {
  let requests = 0;
  server.on(`POST /api/webhooks/${ID}/replay`, () => {
    requests += 1;
    return { replayed: 2, next: requests === 1 ? '2026-11-16T10:00:00.000001Z' : null };
  });
  const { user } = await renderPart(<Page first={{ tab: 'webhooks' }} />);
  await user.click(await screen.findByRole('button', { name: `Actions for ${webhook.url}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send events again' }));
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(bodies(`POST /api/webhooks/${ID}/replay`)).toMatchObject([
      { state: 'failed' },
      { state: 'failed', since: '2026-11-16T10:00:00.000001Z' },
    ]),
  );
  await screen.findByText('Sending 4 events again');
});

it('creates a form webhook for a template, and shows its address until it is copied', async () => {
  const inbound = {
    _id: ID,
    name: 'Bookings',
    templateId: ID,
    templateName: 'Booked',
    prefix: 'abcdef',
    createdBy: 'Ada',
    createdAt: at,
    lastUsedAt: null,
  };
  server.on('GET /api/inbound-webhooks', () => ({ data: [inbound], total: 1 }));
  server.on('GET /api/campaign-templates', () => ({
    data: [{ _id: ID, name: 'Booked', text: 'Hi', updatedAt: at }],
    total: 1,
  }));
  server.on('POST /api/inbound-webhooks', () => ({ url: 'https://example.com/hooks/secret', webhook: inbound }));
  const { user } = await renderPart(<Page first={{ tab: 'inbound' }} />);
  await screen.findByText('/hooks/abcdef…');
  await user.click(screen.getByRole('button', { name: 'New form webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'New form webhook' });
  await user.click(within(dialog).getByRole('button', { name: 'Create form webhook' }));
  within(dialog).getByText('Enter a name');
  within(dialog).getByText('Choose a template');
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Bookings');
  await user.click(within(dialog).getByLabelText('Template', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'Booked' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create form webhook' }));
  expect((await screen.findByTestId('webhook-secret')).textContent).toBe('https://example.com/hooks/secret');
  expect(bodies('POST /api/inbound-webhooks')).toEqual([{ name: 'Bookings', templateId: ID }]);
});

it('allows no changes in support mode', async () => {
  await renderPart(<Page first={{ tab: 'webhooks' }} />, { me: { supportMode: true } });
  await screen.findByText('https://example.com/hook');
  expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
});

it('shows changes made elsewhere', async () => {
  const { tell } = await renderPart(<Page first={{ tab: 'webhooks' }} />);
  await screen.findByText('https://example.com/hook');
  webhooks({ ...webhook, url: 'https://example.com/other' });
  tell({ type: 'webhooks.changed' });
  await screen.findByText('https://example.com/other');
});

it('updates a form webhook that another page renames or uses', async () => {
  const shown = (name: string) => {
    const row = { _id: ID, name, templateId: null, templateName: null, prefix: 'Ab3', createdBy: 'Ada', createdAt: at };
    server.on('GET /api/inbound-webhooks', () => ({ data: [{ ...row, lastUsedAt: null }], total: 1 }));
  };
  shown('Bookings');
  const { tell } = await renderPart(<Page first={{ tab: 'inbound' }} />);
  await screen.findByText('Bookings');
  shown('Tables');
  tell({ type: 'inboundWebhooks.changed' });
  await screen.findByText('Tables');
});
