import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { toEngineRow } from '../engine-row.ts';
import { anEngine } from '../test-engine.ts';
import { LogOutDialog } from './log-out-dialog.tsx';
import { PlanDialog } from './plan-dialogs.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const server = fakeServer();
const row = toEngineRow(anEngine());

it('deleting an engine: lists what is affected and pending, then deletes the engine and its session', async () => {
  server.on('GET /api/messages', () => ({ data: [], total: 3 }));
  server.on(`DELETE /api/engines/${row.id}`, () => ({}));
  server.on(`DELETE /api/sessions/${row.id}`, () => ({}));
  const onClose = vi.fn();
  const { user } = await renderPart(<RemoveDialog row={row} onClose={onClose} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Main line?' });
  expect(dialog.textContent).toContain('+447700900001');
  await screen.findByText('3 waiting messages stay, and are sent through your next connection.');
  await user.click(screen.getByRole('button', { name: 'Delete engine' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent(`DELETE /api/engines/${row.id}`)).toHaveLength(1);
  expect(server.sent(`DELETE /api/sessions/${row.id}`)).toHaveLength(1);
  await screen.findByText('Main line is deleted');
});

it('deleting an engine: shows a refusal in the dialog and stops there', async () => {
  server.on('GET /api/messages', () => ({ data: [], total: 0 }));
  server.on(`DELETE /api/engines/${row.id}`, () => refusal(403, 'FORBIDDEN', {}, 'You may not do this.'));
  const onClose = vi.fn();
  const { user } = await renderPart(<RemoveDialog row={row} onClose={onClose} />);
  await screen.findByText('No messages are waiting for it.');
  await user.click(screen.getByRole('button', { name: 'Delete engine' }));
  await screen.findByText('The connection couldn’t be deleted: You may not do this.');
  expect(onClose).not.toHaveBeenCalled();
});

it('logging out: asks for confirmation and cannot be closed while running', async () => {
  const answered = Promise.withResolvers<object>();
  server.on(`POST /api/engines/${row.id}/log-out`, () => answered.promise);
  const onClose = vi.fn();
  const { user } = await renderPart(<LogOutDialog row={row} onClose={onClose} />);
  expect(screen.getByRole('alertdialog').textContent).toContain('unlinks from +447700900001');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  answered.resolve(anEngine({ status: 'unpaired' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('spec 000 section 5: shows the plans when the plan lacks engines, and the limit when it is reached', async () => {
  const { unmount } = await renderPart(<PlanDialog verdict={{ kind: 'upgrade' }} onClose={vi.fn()} />);
  const dialog = screen.getByRole('dialog', { name: 'Upgrade to Pro Required' });
  expect(dialog.querySelector('a')?.getAttribute('href')).toBe('/account-subscription');
  unmount();
  await renderPart(<PlanDialog verdict={{ kind: 'limit', limit: 2 }} onClose={vi.fn()} />);
  expect(screen.getByRole('dialog', { name: 'Engine Limit Reached' }).textContent).toContain(
    'You have reached your limit of 2 engines.',
  );
});
