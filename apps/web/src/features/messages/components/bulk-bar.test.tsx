import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { aMessage } from '../test-messages.ts';
import { MessagesPage } from './messages-page.tsx';

const server = fakeServer();
const rows = [1, 2, 3].map((number) =>
  aMessage({ _id: `019a0000-0000-7000-8000-00000000000${number}`, contactName: `Person ${number}` }),
);
const CANCEL = 'POST /api/messages/bulk/cancel';

async function renderTable(total = rows.length) {
  server.on('GET /api/messages/overdue', () => ({ data: [], total: 0 }));
  server.on('GET /api/messages', () => ({ data: rows, total }));
  const rendered = await renderPart(<MessagesPage search={{ contactName: 'Person' }} onSearch={() => undefined} />);
  await screen.findByText('Person 1');
  return rendered;
}

it('cancels rows selected by keyboard after confirming their number, reports the result and undoes it', async () => {
  const cancelId = '019a0000-0000-7000-8000-0000000000fe';
  server.on(CANCEL, () => ({ changed: 1, left: [{ why: 'sent', count: 1 }], cancelId }));
  server.on(`${CANCEL}/${cancelId}/undo`, () => ({ changed: 1, left: [] }));
  const { user } = await renderTable();
  const [, first, second] = screen.getAllByRole('row');
  first?.focus();
  await user.keyboard(' ');
  second?.focus();
  await user.keyboard(' ');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel messages' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel 2 messages?' });
  await user.click(within(dialog, 'Cancel messages'));
  expect(await screen.findByText('1 cancelled, 1 already sent')).toBeTruthy();
  expect(server.sent(CANCEL)[0]?.body).toEqual({ selection: { ids: rows.slice(0, 2).map(({ _id }) => _id) } });
  expect(screen.queryByText('2 selected')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 waits again')).toBeTruthy();
});

it('selects all matching messages across pages by their number', async () => {
  server.on(CANCEL, () => ({ changed: 120, left: [], cancelId: null }));
  const { user } = await renderTable(120);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 120 that match' }));
  await user.click(screen.getByRole('button', { name: 'Cancel messages' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel 120 messages?' });
  await user.click(within(dialog, 'Cancel messages'));
  expect(await screen.findByText('120 cancelled')).toBeTruthy();
  expect(server.sent(CANCEL)[0]?.body).toEqual({ selection: { matching: { contactName: 'Person' }, expected: 120 } });
});

it('moves messages to another day and back', async () => {
  const moveId = '019a0000-0000-7000-8000-0000000000ff';
  server.on('POST /api/messages/bulk/move', () => ({ changed: 3, left: [], moveId }));
  server.on(`POST /api/messages/bulk/move/${moveId}/undo`, () => ({ changed: 2, left: [{ why: 'past', count: 1 }] }));
  const { user } = await renderTable();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(screen.getByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move 3 messages' });
  expect(within(dialog, 'Move')).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Date'), '2031-03-20');
  await user.click(within(dialog, 'Move'));
  expect(await screen.findByText('3 moved')).toBeTruthy();
  expect(server.sent('POST /api/messages/bulk/move')[0]?.body).toMatchObject({
    date: '2031-03-20',
    zone: 'Europe/Berlin',
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 moved back, 1 unchanged: its time has passed')).toBeTruthy();
});

it('shows why the server refused and keeps the selection', async () => {
  server.on('POST /api/messages/bulk/retry', () => refusal(403, 'FORBIDDEN', {}, 'Support mode changes nothing.'));
  const { user } = await renderTable();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Try 3 messages again?' });
  await user.click(within(dialog, 'Try again'));
  await waitFor(() => expect(dialog.textContent).toContain('Support mode changes nothing.'));
  expect(screen.getByText('3 selected')).toBeTruthy();
});

function within(part: HTMLElement, name: string): HTMLElement {
  const found = [...part.querySelectorAll('button')].find((button) => button.textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
}
