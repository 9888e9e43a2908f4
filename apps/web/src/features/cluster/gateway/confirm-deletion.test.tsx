import { type Known, known } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import type { GatewayPodView } from './gateway-pods.ts';

const pods = (count: number, sessions: Known<EngineSessionRow[]> = known([])): GatewayPodView[] =>
  Array.from({ length: count }, (_, at) => ({
    pod: { uid: `u-${at}`, name: `engine-${at}`, status: 'Error' } as PodRow,
    sessions,
  }));
const open = async (pods: GatewayPodView[], candidates: number, onDelete = vi.fn(async () => undefined)) => {
  const onClose = vi.fn();
  const rendered = await renderPart(
    <ConfirmDeletion pods={pods} candidates={candidates} onDelete={onDelete} onClose={onClose} />,
  );
  return { ...rendered, onDelete, onClose };
};

it('spec 001 section 5: names the pods of a bulk deletion, and says what exceeds the maximum of one action', async () => {
  const { user, onDelete, onClose } = await open(pods(50), 62);
  const dialog = screen.getByRole('dialog', { name: 'Confirm Pod Deletion' });
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
  expect(dialog.textContent).toContain('engine-49 (Error)');
  expect(dialog.textContent).toContain('At most 50 pods are deleted at once; 12 candidates remain for the next time.');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onDelete).toHaveBeenCalledOnce();
});

it('a single pod: names its sessions, shows progress, stays open while running, and keeps a failure visible', async () => {
  const ended = Promise.withResolvers<undefined>();
  const session = { _id: 's-1', user: null } as EngineSessionRow;
  const { user, onClose } = await open(
    pods(1, known([session])),
    1,
    vi.fn(() => ended.promise),
  );
  expect(screen.getByRole('dialog').textContent).toContain('It serves 1 session: s-1');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Deleting...' }).hasAttribute('disabled')).toBe(true);
  ended.reject(new Error('Failed to delete pod: no'));
  await screen.findByText('Failed to delete pod: no');
  expect(onClose).not.toHaveBeenCalled();
});
