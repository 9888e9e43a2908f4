import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { RecentImports } from './recent-imports.tsx';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-00000000000a';

it('reports the result of an undo even when the refreshed list has nothing left to cancel', async () => {
  let withdrawable = 3;
  server.on('GET /api/messages/imports', () => ({
    data: [{ _id: ID, createdAt: '2026-11-16T09:00:00.000Z', total: 4, withdrawable, standing: [] }],
    total: 1,
  }));
  let answer = (_value: object) => {};
  const answered = new Promise<object>((resolve) => {
    answer = resolve;
  });
  server.on(`POST /api/messages/imports/${ID}/withdraw`, () => answered);
  const { user, queries } = await renderPart(<RecentImports onShow={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Recent imports' }));
  await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw 3 messages' }));
  withdrawable = 0;
  await queries.invalidateQueries();
  answer({ changed: 3, left: [{ why: 'cancelled', count: 1 }] });
  expect(await screen.findByText('3 withdrawn, 1 cancelled before')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Recent imports' }));
  await user.click(screen.getByRole('button', { name: 'Recent imports' }));
  expect(await screen.findByText('4 messages')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
});
