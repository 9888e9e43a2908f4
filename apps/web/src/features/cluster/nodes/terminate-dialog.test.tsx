import { known, unknown } from '@switchyard/cluster-rules/known';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import type { ShownSessions } from '../components/affected-sessions.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';

const target = { nodeName: 'node-1', pod: { name: 'engine-1' } as PodRow };
const TWO: ShownSessions = known(['Ada', 'Grace'].map((_id) => ({ _id, user: null })));
const open = async (terminate: () => Promise<void>, sessions = TWO) => {
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const rendered = await renderPart(
    <TerminateDialog target={target} sessions={sessions} terminate={terminate} onDone={onDone} onClose={onClose} />,
  );
  return { ...rendered, onDone, onClose };
};
const terminateButton = () => screen.getByRole('button', { name: 'Terminate' });

it('says what it interrupts and that the node then cools down; the cooldown starts only when it is done', async () => {
  const ended = Promise.withResolvers<void>();
  const { user, onDone, onClose } = await open(() => ended.promise);
  expect(screen.getByRole('dialog', { name: 'Terminate' }).textContent).toContain(
    'Terminate engine-1 on node-1? It’s deleted gracefully and recreated; 2 sessions are interrupted. The node then cools down for 20 minutes.',
  );
  await user.click(terminateButton());
  await user.keyboard('{Escape}');
  expect([onDone, onClose].map((callback) => callback.mock.calls.length)).toEqual([0, 0]);
  ended.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onDone).toHaveBeenCalledExactlyOnceWith(target);
});

it('a refusal starts no cooldown and stays visible', async () => {
  const { user, onDone, onClose } = await open(() => Promise.reject(new Error('It must stay.')));
  await user.click(terminateButton());
  await screen.findByText('Failed to terminate engine-1: It must stay.');
  expect([onDone, onClose].map((callback) => callback.mock.calls.length)).toEqual([0, 0]);
});

it('does not claim that no session is interrupted when that is unknown', async () => {
  await open(() => Promise.resolve(), unknown('The server cannot be reached.'));
  const text = screen.getByRole('dialog', { name: 'Terminate' }).textContent;
  expect(text).toContain('Couldn’t determine which sessions it serves: The server cannot be reached.');
  expect(text).not.toContain('no session');
});
