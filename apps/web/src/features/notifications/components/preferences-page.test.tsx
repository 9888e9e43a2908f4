import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { PreferencesPage } from './preferences-page.tsx';

const server = fakeServer();
const SET = 'PUT /api/notification-preferences/engine-off';
const saved = (channels: string[], mobile: string | null = null) => ({
  kinds: [
    { kind: 'engine-off', channels, always: [] },
    { kind: 'sign-in', channels: ['page', 'mail'], always: ['page', 'mail'] },
  ],
  mail: 'ada@example.com',
  mobile,
});
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const sent = () => server.sent(SET).map(({ body }) => (body as { channels: string[] }).channels);

it('saves each box by itself, and offers undo', async () => {
  let stored = saved(['page', 'mail']);
  server.on('GET /api/notification-preferences', () => stored);
  server.on(SET, ({ body }) => (stored = saved((body as { channels: string[] }).channels)));
  const { user } = await renderPart(<PreferencesPage />);
  await user.click(await box('Connection lost: Email'));
  await waitFor(() => expect(sent()).toEqual([['page']]));
  expect((await box('Connection lost: Email')).checked).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent()).toEqual([['page'], ['page', 'mail']]));
  expect((await box('Connection lost: Email')).checked).toBe(true);
});

it('reverts a box that could not be saved, and says so there', async () => {
  server.on('GET /api/notification-preferences', () => saved(['page', 'mail']));
  server.on(SET, () => refusal(503, 'UNAVAILABLE', {}, 'The database does not answer.'));
  const { user } = await renderPart(<PreferencesPage />);
  await user.click(await box('Connection lost: Email'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Your choice wasn’t saved. The database does not answer.');
  expect(alert.closest('tr')?.textContent).toContain('Connection lost');
  expect((await box('Connection lost: Email')).checked).toBe(true);
});

it('has no boxes for WhatsApp without a number, and locks fixed ones', async () => {
  let stored = saved(['page']);
  server.on('GET /api/notification-preferences', () => stored);
  server.on('PUT /api/notification-number', () => (stored = saved(['page'], '+4915112345678')));
  const { user } = await renderPart(<PreferencesPage />);
  expect((await box('New sign-in: In app')).disabled).toBe(true);
  expect(screen.queryByRole('checkbox', { name: /WhatsApp/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add number' }));
  await user.type(await screen.findByLabelText('Your WhatsApp number'), '+49 151 12345678');
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  expect((await box('Connection lost: WhatsApp')).checked).toBe(false);
});

it('sends a test over every channel, and says why one was not sent', async () => {
  const SEND = 'POST /api/notifications/test';
  server.on('GET /api/notification-preferences', () => saved(['page'], '+4915112345678'));
  server.on(SEND, () => ({ channels: ['page', 'mail', 'whatsapp'] }));
  const { user } = await renderPart(<PreferencesPage />);
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  await screen.findByText('Test sent: In app, Email, WhatsApp');
  server.on(SEND, () => refusal(429, 'RATE_LIMITED', {}, 'Too many requests. Try again shortly.'));
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The test wasn’t sent. Too many requests. Try again shortly.',
  );
});
