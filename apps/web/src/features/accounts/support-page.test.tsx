import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { SupportPage } from './support-page.tsx';

const server = fakeServer();
const emptyList = { data: [], total: 0, limit: 1, skip: 0 };
const engine = { _id: '019a0000-0000-7000-8000-0000000000e1', name: 'Reception', active: true, status: 'connected' };

function serve(settings: { status?: string; isAddressVerified?: boolean; supportContact?: string | null }) {
  server.on('GET /api/engines', () => ({
    ...emptyList,
    data: [{ ...engine, status: settings.status ?? engine.status }],
    total: 1,
  }));
  server.on('GET /api/messages/overdue', () => emptyList);
  server.on('GET /api/me/security', () => ({ isAddressVerified: settings.isAddressVerified ?? true }));
  server.on('GET /api/credits/usage', () => ({ limit: null, spent: 0, days: [] }));
  server.on('GET /api/settings', () => ({ supportContact: settings.supportContact ?? null }));
}

it('says that everything works, and whom to ask if nobody is named', async () => {
  serve({});
  await renderPart(<SupportPage />);
  expect(await screen.findByText('Everything works')).toBeTruthy();
  expect(await screen.findByText('Ask the person who runs this server.')).toBeTruthy();
});

it('links to what is wrong, and to the server’s contact', async () => {
  serve({ status: 'disconnected', isAddressVerified: false, supportContact: 'help@example.com' });
  await renderPart(<SupportPage />);
  expect(await screen.findByText('Reception isn’t connected')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fix' }).getAttribute('href')).toBe(`/engine-explorer/${engine._id}`);
  expect((await screen.findByRole('link', { name: 'Verify' })).getAttribute('href')).toBe('/account');
  expect((await screen.findByRole('link', { name: 'help@example.com' })).getAttribute('href')).toBe(
    'mailto:help@example.com',
  );
  expect(screen.queryByText('Everything works')).toBeNull();
});

it('shows a failed check as such, and repeats it', async () => {
  serve({});
  server.on('GET /api/engines', () => refusal(500, 'BROKEN'));
  const { user } = await renderPart(<SupportPage />);
  const row = (await screen.findByText('Couldn’t check: WhatsApp')).closest('li') as HTMLElement;
  serve({});
  await user.click(within(row).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('WhatsApp is connected')).toBeTruthy();
});
