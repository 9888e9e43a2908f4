import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ItemPanel } from './item-panel.tsx';

const server = fakeServer();
const id = (at: number) => `019a0000-0000-7000-8000-0000000000${at}`;
const at = '2026-11-16T09:00:00.000Z';
const column = (_id: string, name: string, type: Board['columns'][number]['type']): Board['columns'][number] => ({
  _id,
  name,
  type,
  options: [],
  settings: { ...NO_SETTINGS, button: type === 'button' ? { label: 'Ship it', color: 'teal' } : null },
  isTitle: type === 'text',
});
const board: Board = {
  _id: id(10),
  name: 'Orders',
  template: 'blank',
  items: 1,
  createdAt: at,
  columns: [column(id(20), 'Name', 'text'), column(id(21), 'Ship', 'button')],
  groups: [
    { _id: id(30), name: 'Open' },
    { _id: id(31), name: 'Ready' },
  ],
  views: [],
};
const item: BoardItem = {
  _id: id(40),
  boardId: board._id,
  groupId: id(30),
  number: 1,
  cells: { [id(20)]: 'Lemon cake' },
  version: 1,
  createdBy: null,
  createdAt: at,
  parentId: null,
  subitems: 0,
  changedBy: null,
  changedAt: at,
};
const nothing = { data: [], total: 0 };
const details = {
  message: { engineId: null, chat: '+447700900777', chatName: null, waMessageId: 'A', text: 'A lemon cake', at },
  plan: { rule: null, reminder: null },
  checklist: [],
  files: [],
  waitsFor: [],
  blocks: [],
  scheduled: [],
};

async function renderPanel(answerDetails: () => unknown) {
  server.on(`GET /api/board-items/${item._id}`, () => item);
  server.on(`GET /api/board-items/${item._id}/details`, answerDetails);
  server.on(`GET /api/board-items/${item._id}/history`, () => nothing);
  server.on(`GET /api/board-items/${item._id}/comments`, () => nothing);
  server.on(`POST /api/boards/${board._id}/items/list`, () => nothing);
  const calls = { onMove: vi.fn(), onPress: vi.fn() };
  const none = () => undefined;
  const rendered = await renderPart(
    <ItemPanel
      board={board}
      itemId={item._id}
      items={[item]}
      people={new Map()}
      isReadOnly={false}
      onSet={none}
      onRemove={none}
      onOpen={none}
      onAddPart={none}
      {...calls}
    />,
  );
  return { ...calls, user: rendered.user, queries: rendered.queries };
}

it('renders nothing until everything above the group picker has loaded, so that its open list stays in place', async () => {
  let answer: (details: unknown) => void = () => undefined;
  const { user, onMove } = await renderPanel(() => new Promise((resolve) => (answer = resolve)));
  await vi.waitFor(() => expect(server.sent(`GET /api/board-items/${item._id}/details`)).toHaveLength(1));
  await vi.waitFor(() => expect(server.sent(`GET /api/board-items/${item._id}`)).toHaveLength(1));
  await act(async () => undefined);
  expect(screen.queryByRole('combobox', { name: 'Group' })).toBeNull();
  answer(details);
  const group = await screen.findByRole('combobox', { name: 'Group' });
  // Only sections below it may still grow.
  for (const name of ['Subitems', 'Dependencies', 'Checklist', 'Comments']) {
    const part = screen.getByRole('region', { name });
    expect(group.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING, name).not.toBe(0);
  }
  await user.click(group);
  await user.click(await screen.findByRole('option', { name: 'Ready' }));
  expect(onMove.mock.calls).toEqual([[item, id(31), null]]);
});

it('keeps the open list when a refetch after another person’s change fails', async () => {
  const { user, onMove, queries } = await renderPanel(() => details);
  await user.click(await screen.findByRole('combobox', { name: 'Group' }));
  const busy = () => refusal(429, 'RATE_LIMITED');
  for (const path of ['', '/details', '/history']) server.on(`GET /api/board-items/${item._id}${path}`, busy);
  await act(() => queries.invalidateQueries());
  await user.click(screen.getByRole('option', { name: 'Ready' }));
  expect(onMove.mock.calls).toEqual([[item, id(31), null]]);
});

it('presses an item’s buttons', async () => {
  const { user, onPress } = await renderPanel(() => details);
  await user.click(await screen.findByRole('button', { name: 'Ship it' }));
  expect(onPress.mock.calls).toEqual([[item, board.columns[1]]]);
});
