import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { anEngine } from '../test-engine.ts';
import { PairingDialog } from './pairing-dialog.tsx';

const server = fakeServer();
beforeEach(() => server.on('GET /api/first-steps', () => ({ steps: null, waiting: 0 })));
const unpaired = (of: Parameters<typeof anEngine>[0] = {}) =>
  anEngine({
    status: 'qrcode',
    qrcode: '2@abc',
    phoneNumber: null,
    abilities: { logOut: false, refreshQr: false, pairByCode: true, restart: true },
    ...of,
  });
const dialog = (engine: ReturnType<typeof anEngine>) => <PairingDialog engine={engine} onClose={vi.fn()} />;

it('shows the engine’s code, its validity, and how to scan it', async () => {
  await renderPart(dialog(unpaired({ qrcodeUntil: new Date(Date.now() + 30_000).toISOString() })));
  const code = await screen.findByRole('img', { name: 'QR code to link WhatsApp' });
  expect(code.getAttribute('data-text')).toBe('2@abc');
  expect(screen.getByRole('timer').textContent).toMatch(/^Valid for 0:(30|29|28)$/);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

it('links by phone code and reports an invalid number before sending it', async () => {
  const engine = unpaired();
  server.on(`POST /api/engines/${engine._id}/pairing-code`, () => ({ code: 'ABCD1234', expiresAt: null }));
  const { user } = await renderPart(dialog(engine));
  await user.click(screen.getByRole('button', { name: 'Link with a phone number instead' }));
  const number = screen.getByLabelText('Phone number');
  await user.type(number, '12');
  await user.click(screen.getByRole('button', { name: 'Get a code' }));
  await waitFor(() => expect(faultOf(number)).toBe('Enter the number with its country code, such as +4915123456789'));
  expect(server.sent(`POST /api/engines/${engine._id}/pairing-code`)).toEqual([]);
  await user.clear(number);
  await user.type(number, '+44 (7700) 900-123');
  await user.click(screen.getByRole('button', { name: 'Get a code' }));
  await screen.findByText('ABCD-1234');
  expect(screen.getByRole('timer').textContent).toMatch(/^This code may expire\./);
  expect(server.sent(`POST /api/engines/${engine._id}/pairing-code`)[0]?.body).toEqual({
    phoneNumber: '+447700900123',
  });
});

it('offers a new code after the last one expired and shows why it cannot be had', async () => {
  const engine = unpaired({
    status: 'unpaired',
    qrcode: null,
    abilities: { logOut: false, refreshQr: true, pairByCode: false, restart: true },
  });
  server.on(`POST /api/engines/${engine._id}/refresh-qr`, () =>
    refusal(409, 'CONFLICT', {}, 'The engine is not running.'),
  );
  const { user } = await renderPart(dialog(engine));
  await user.click(screen.getByRole('button', { name: 'Show a new code' }));
  await screen.findByText('The engine is not running.');
});

it('leads to the settings of an engine with a token, and is done when one is connected', async () => {
  const { unmount } = await renderPart(dialog(unpaired({ pairing: [] })));
  expect(screen.getByText('Open its settings').closest('a')?.getAttribute('href')).toBe(
    `/engine-explorer/${anEngine()._id}?tab=settings`,
  );
  unmount();
  await renderPart(dialog(anEngine()));
  expect(screen.getByRole('dialog').textContent).toContain('Linked to +447700900001.');
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy();
});

it('replaces an expired QR code with a button to get another', async () => {
  const engine = unpaired({
    qrcodeUntil: new Date(Date.now() - 60_000).toISOString(),
    abilities: { logOut: false, refreshQr: true, pairByCode: true, restart: true },
  });
  server.on(`POST /api/engines/${engine._id}/refresh-qr`, () => engine);
  const { user } = await renderPart(dialog(engine));
  expect(screen.queryByRole('img', { name: 'QR code to link WhatsApp' })).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('This code has expired.');
  await user.click(screen.getByRole('button', { name: 'Show a new code' }));
  await waitFor(() => expect(server.sent(`POST /api/engines/${engine._id}/refresh-qr`)).toHaveLength(1));
});

it('counts a phone code down and replaces it with the next for the same number', async () => {
  const engine = unpaired();
  const codes = [
    { code: 'ABCD1234', expiresAt: new Date(Date.now() + 700).toISOString() },
    { code: 'WXYZ9876', expiresAt: new Date(Date.now() + 160_000).toISOString() },
  ];
  server.on(`POST /api/engines/${engine._id}/pairing-code`, () => codes.shift() ?? {});
  const { user } = await renderPart(dialog(engine));
  await user.click(screen.getByRole('button', { name: 'Link with a phone number instead' }));
  await user.type(screen.getByLabelText('Phone number'), '+447700900123');
  await user.click(screen.getByRole('button', { name: 'Get a code' }));
  await user.click(await screen.findByRole('button', { name: 'Show a new code' }, { timeout: 5_000 }));
  await screen.findByText('WXYZ-9876');
  expect(screen.queryByText('ABCD-1234')).toBeNull();
  expect(screen.getByRole('timer').textContent).toMatch(/^Valid for 2:(40|39|38)$/);
  const sent = server.sent(`POST /api/engines/${engine._id}/pairing-code`);
  expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ phoneNumber: '+447700900123' }));
});

it('reports that the phone has unlinked the engine instead of showing new codes', async () => {
  const trouble = { cause: 'logged-out', detail: null, exitCode: null, endedAt: null } as const;
  const abilities = { logOut: false, refreshQr: true, pairByCode: true, restart: true };
  await renderPart(dialog(unpaired({ status: 'unpaired', qrcode: null, trouble, abilities })));
  expect(screen.getByRole('status').textContent).toContain('The phone unlinked it');
  expect(screen.getByRole('button', { name: 'Show a new code' })).toBeTruthy();
});
