import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { useConnectRequest } from '../../../lib/dialogs/dialog-requests.ts';
import { FirstStepsStrip } from './first-steps-strip.tsx';

const server = fakeServer();
const connected = { status: 'connected', isLegacy: false, phoneNumber: '+447700900001' };
const offline = { ...connected, status: 'disconnected' };
const serve = (engines: object[], steps: { message: boolean; import: boolean } | null, waiting = 0) => {
  server.on('GET /api/engines', () => ({ data: engines, total: engines.length }));
  server.on('GET /api/first-steps', () => ({ steps, waiting }));
};
const strip = () => screen.findByRole('complementary', { name: 'First steps' });
const nothing = { message: false, import: false };

it('leads a new workspace to the plans if its plan has no engine, otherwise to connecting a number', async () => {
  serve([], nothing);
  await renderPart(<FirstStepsStrip />, { me: { allowedEngineCount: 0 } });
  expect(
    within(await strip())
      .getByRole('link', { name: 'See plans' })
      .getAttribute('href'),
  ).toBe('/account-subscription');
});

it('advances to the next step when the server has seen the previous one done', async () => {
  serve([], nothing);
  const { tell, user } = await renderPart(<FirstStepsStrip />);
  await user.click(within(await strip()).getByRole('button', { name: 'Connect' }));
  expect(renderHook(useConnectRequest).result.current).toBe(true);

  serve([connected], nothing);
  tell({ type: 'engines.stale' });
  await screen.findByRole('button', { name: 'New message' });
  expect(screen.getByRole('listitem', { name: 'Connect WhatsApp, done' })).toBeTruthy();

  serve([connected], { message: true, import: false });
  tell({ type: 'messages.stale' });
  await screen.findByRole('link', { name: 'Import' });

  serve([connected], { message: true, import: true });
  tell({ type: 'messages.stale' });
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

it('can be hidden permanently for one workspace', async () => {
  serve([connected], nothing);
  const { user, unmount } = await renderPart(<FirstStepsStrip />);
  await user.click(await screen.findByRole('button', { name: 'Hide first steps' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  unmount();
  serve([], nothing, 2);
  await renderPart(<FirstStepsStrip />);
  await strip();
  expect(screen.queryByRole('list')).toBeNull();
});

it('reports messages waiting without a connection in any workspace and offers the fix', async () => {
  serve([offline], null, 1);
  const { tell } = await renderPart(<FirstStepsStrip />);
  expect((await screen.findByRole('status')).textContent).toBe('1 message is waiting: your connection is down.');
  expect(screen.getByRole('link', { name: 'Fix connection' }).getAttribute('href')).toBe('/engines');

  serve([], null, 1_000);
  tell({ type: 'engines.stale' });
  tell({ type: 'messages.stale' });
  await screen.findByText('1,000 or more messages are waiting: WhatsApp isn’t connected.');

  serve([{ ...offline, status: 'syncing' }], null, 1_000);
  tell({ type: 'engines.stale' });
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});
