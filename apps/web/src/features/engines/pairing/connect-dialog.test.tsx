import { renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { useComposeRequest } from '../../../lib/dialogs/dialog-requests.ts';
import { anEngine } from '../test-engine.ts';
import { ConnectDialog } from './connect-dialog.tsx';

const server = fakeServer();
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.demo;
});

type AnEngine = ReturnType<typeof anEngine>;
const list = (...engines: AnEngine[]) =>
  server.on('GET /api/engines', () => ({ data: engines, total: engines.length }));
const showsCode = anEngine({ status: 'qrcode', qrcode: '2@abc', phoneNumber: null });
/** The simulated phone's number. */
const SCAN = 'POST /simulator/accounts/%2B447700950000/scan';
const created = () => server.sent('POST /api/engines');

it('creates a default connection once, shows its code, and has the demo phone scan it', async () => {
  document.documentElement.dataset.demo = '';
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  list();
  server.on('POST /api/sessions', () => ({ _id: showsCode._id }));
  server.on('POST /api/engines', () => {
    list(showsCode);
    return showsCode;
  });
  server.on(SCAN, () => ({}));
  const onClose = vi.fn();
  const { user, tell } = await renderPart(<ConnectDialog onClose={onClose} />);
  await screen.findByRole('img', { name: 'QR code to link WhatsApp' });
  expect(created()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Scan' }));
  await waitFor(() => expect(server.sent(SCAN)[0]?.body).toEqual({ qr: '2@abc' }));

  server.on('GET /api/first-steps', () => ({ steps: { message: false, import: false }, waiting: 0 }));
  list(anEngine());
  tell({ type: 'engines.stale' });
  await user.click(await screen.findByRole('button', { name: 'Send your first message' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(renderHook(useComposeRequest).result.current).toEqual({});
  expect(created()).toHaveLength(1);
});

it('continues with a connection waiting for its phone and requests a new code after the last one expired', async () => {
  const abilities = { logOut: false, refreshQr: true, pairByCode: false, restart: true };
  list(anEngine({ status: 'unpaired', phoneNumber: null, abilities }));
  server.on(`POST /api/engines/${anEngine()._id}/refresh-qr`, () => {
    list(showsCode);
    return showsCode;
  });
  await renderPart(<ConnectDialog onClose={vi.fn()} />);
  await screen.findByRole('img', { name: 'QR code to link WhatsApp' });
  // There is no simulated phone with the real WhatsApp.
  expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull();
  expect(created()).toEqual([]);
});

it('explains a refusal by the plan and offers to retry other errors', async () => {
  list();
  server.on('POST /api/sessions', () => refusal(403, 'UPGRADE_REQUIRED', {}, 'Your plan has no engines.'));
  const { unmount } = await renderPart(<ConnectDialog onClose={vi.fn()} />);
  await screen.findByRole('dialog', { name: 'Upgrade to Pro Required' });
  unmount();

  server.on('POST /api/sessions', () => refusal(503, 'UNAVAILABLE', {}, 'Not now.'));
  const { user } = await renderPart(<ConnectDialog onClose={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.sent('POST /api/sessions')).toHaveLength(3));
  expect(created()).toEqual([]);
});
