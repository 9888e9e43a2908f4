import { known, unknown } from '@switchyard/cluster-rules/known';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import type { ShownSessions } from './affected-sessions.tsx';
import { DeletePodDialog } from './delete-pod-dialog.tsx';

const server = fakeServer();
const pod = { uid: 'uid-1', name: 'engine-1', namespace: 'gateways' };
const target = { podName: 'engine-1', namespace: 'gateways', uid: 'uid-1' };
const announced = { _id: '018f0000-0000-7000-8000-00000000000d' };
const settled = `PATCH /api/cluster/deletions/${announced._id}`;
const session = (_id: string, fullName: string) => ({
  _id,
  user: { _id, email: '', fullName, firstName: '', lastName: '' },
});
const open = async (sessions: ShownSessions = known([session('s-1', 'Ada'), session('s-2', 'Grace')])) => {
  const onClose = vi.fn();
  const rendered = await renderPart(<DeletePodDialog pod={pod} sessions={sessions} onClose={onClose} />);
  return { ...rendered, onClose };
};

// This server has no proxy, so the backend deletes (spec 001 section 4).
beforeEach(() => {
  server.on('GET /api/cluster/settings', () => ({ proxyUrl: null }));
  server.on('POST /api/cluster/deletions', () => announced);
  server.on(settled, () => announced);
});

it('spec 001 sections 2.1 and 8: asks in the specified words, names what is affected, and cannot be dismissed while running', async () => {
  const answered = Promise.withResolvers<object>();
  server.on('POST /api/cluster/pods/delete', () => answered.promise);
  const { user, onClose } = await open();
  const dialog = screen.getByRole('dialog', { name: 'Delete Pod' });
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete the pod engine-1? This action cannot be undone and may disrupt active sessions.',
  );
  expect(dialog.textContent).toContain('It serves 2 sessions: Ada, Grace');
  await user.click(screen.getByRole('button', { name: 'Delete Pod' }));
  // Shown for a few seconds only.
  await screen.findByText('Kubectl proxy unavailable, using API deletion...');
  expect((await screen.findByRole('button', { name: 'Deleting...' })).hasAttribute('disabled')).toBe(true);
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  answered.resolve({});
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await screen.findByText('Pod engine-1 is being gracefully deleted.');
  expect(server.sent('POST /api/cluster/pods/delete')[0]?.body).toEqual({
    ...target,
    cause: 'manual',
    shownSessions: ['s-1', 's-2'],
  });
  expect(server.sent(settled)[0]?.body).toMatchObject({ outcome: 'failed' });
});

it('spec 001 section 8: shows a failed deletion in the dialog, which can then be closed', async () => {
  server.on('POST /api/cluster/pods/delete', () => refusal(502, 'KUBERNETES', {}, 'The API server is away.'));
  const { user, onClose } = await open();
  await user.click(screen.getByRole('button', { name: 'Delete Pod' }));
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('Failed to delete pod: The API server is away.'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says that the affected sessions are unknown, and why', async () => {
  await open(unknown('The server cannot be reached.'));
  expect(screen.getByRole('dialog').textContent).toContain(
    'Couldn’t determine which sessions it serves: The server cannot be reached.',
  );
});

it('spares a pod that serves another session by now, without trying another way', async () => {
  const message = 'The pod serves other sessions than were shown; nothing was deleted.';
  server.on('POST /api/cluster/deletions', () => refusal(409, 'SESSIONS_CHANGED', {}, message));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Delete Pod' }));
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain(`Failed to delete pod: ${message}`));
  expect(server.sent('POST /api/cluster/pods/delete')).toEqual([]);
  expect(screen.queryByText('Kubectl proxy unavailable, using API deletion...')).toBeNull();
});
