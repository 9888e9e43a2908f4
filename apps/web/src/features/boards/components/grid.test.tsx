import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { Grid } from './grid.tsx';

fakeServer();
const id = (at: number) => `019a0000-0000-7000-8000-0000000000${at}`;
const at = '2026-11-16T09:00:00.000Z';
const column = (_id: string, name: string, type: Board['columns'][number]['type']): Board['columns'][number] => ({
  _id,
  name,
  type,
  options: [],
  settings: NO_SETTINGS,
  isTitle: type === 'text',
});
const board: Board = {
  _id: id(10),
  name: 'Orders',
  template: 'blank',
  items: 2,
  createdAt: at,
  columns: [column(id(20), 'Name', 'text'), column(id(21), 'Cost', 'number'), column(id(22), 'Paid', 'checkbox')],
  groups: [{ _id: id(30), name: 'Open' }],
  views: [],
};
const item = (_id: string, name: string): BoardItem => ({
  _id,
  boardId: board._id,
  groupId: id(30),
  number: 1,
  cells: { [id(20)]: name, [id(21)]: 7 },
  version: 1,
  createdBy: null,
  createdAt: at,
  parentId: null,
  subitems: 0,
  changedBy: null,
  changedAt: at,
});
const SHIP = { label: 'Ship it', color: 'teal' } as const;
const items = [item(id(40), 'Chairs'), item(id(41), 'Tables')];

async function renderGrid(isReadOnly = false, columns?: Board['columns']) {
  const calls = { onSet: vi.fn(), onAdd: vi.fn(), onOpen: vi.fn(), onRange: vi.fn(), onPress: vi.fn() };
  const rendered = await renderPart(
    <Grid
      board={columns ? { ...board, columns } : board}
      items={items}
      people={new Map()}
      isReadOnly={isReadOnly}
      columnMenu={() => null}
      groupMenu={() => null}
      onEnd={() => undefined}
      isComplete
      {...calls}
    />,
  );
  const cellOf = (name: string, columnAt: number) => {
    const row = screen.getByRole('gridcell', { name: new RegExp(name) }).closest('[role="row"]') as HTMLElement;
    return within(row).getAllByRole('gridcell')[columnAt] as HTMLElement;
  };
  return { ...calls, user: rendered.user, cellOf };
}

it('has one cell in the tab order, and arrows move between cells up to the edges', async () => {
  const { user, cellOf } = await renderGrid();
  await user.tab();
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([cellOf('Chairs', 0)]);
  expect(document.activeElement).toBe(cellOf('Chairs', 0));
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(cellOf('Tables', 1));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(cellOf('Tables', 2));
  await user.keyboard('{Home}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(cellOf('Chairs', 0));
});

it('edits a cell from Enter to Enter and moves to the one below', async () => {
  const { user, cellOf, onSet } = await renderGrid();
  await user.tab();
  await user.keyboard('{Enter}');
  const input = screen.getByRole('textbox', { name: 'Name' });
  expect((input as HTMLInputElement).value).toBe('Chairs');
  await user.clear(input);
  await user.type(input, 'Benches{Enter}');
  expect(onSet.mock.calls).toEqual([[items[0], board.columns[0], 'Benches']]);
  expect(document.activeElement).toBe(cellOf('Tables', 0));
});

it('reverts typing with Escape and saves nothing', async () => {
  const { user, cellOf, onSet } = await renderGrid();
  await user.tab();
  await user.keyboard('{Enter}xyz{Escape}');
  expect(onSet).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(cellOf('Chairs', 0));
});

it('starts editing with a typed character, parses numbers, clears with Delete and ticks with Space', async () => {
  const { user, onSet } = await renderGrid();
  await user.tab();
  await user.keyboard('{ArrowRight}1,5{Tab}');
  expect(onSet.mock.lastCall).toEqual([items[0], board.columns[1], 1.5]);
  await user.keyboard(' ');
  expect(onSet.mock.lastCall).toEqual([items[0], board.columns[2], true]);
  await user.keyboard('{ArrowLeft}{Delete}');
  expect(onSet.mock.lastCall).toEqual([items[0], board.columns[1], null]);
  expect(onSet).toHaveBeenCalledTimes(3);
});

it('adds an item below its group and is ready for the next', async () => {
  const { user, onAdd } = await renderGrid();
  const input = screen.getByRole('textbox', { name: 'Add item: Open' });
  await user.type(input, 'Lamps{Enter}');
  expect(onAdd.mock.calls).toEqual([[board.groups[0], 'Lamps', null]]);
  expect((input as HTMLInputElement).value).toBe('');
  expect(document.activeElement).toBe(input);
});

it('is read-only in support mode', async () => {
  const { user, onSet, cellOf } = await renderGrid(true);
  await user.tab();
  await user.keyboard('{Enter}x{Delete}');
  fireEvent.doubleClick(cellOf('Tables', 0));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(onSet).not.toHaveBeenCalled();
});

it('copies a range selected by Shift and arrows as spreadsheet text', async () => {
  const { user, cellOf } = await renderGrid();
  cellOf('Chairs', 0).focus();
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  const setData = vi.fn();
  fireEvent.copy(cellOf('Tables', 1), { clipboardData: { setData } });
  expect(setData.mock.calls).toEqual([['text/plain', 'Chairs\t7\nTables\t7']]);
  await user.keyboard('{Escape}');
  fireEvent.copy(cellOf('Tables', 1), { clipboardData: { setData } });
  expect(setData.mock.lastCall).toEqual(['text/plain', '7']);
});

it('pastes over the items below and adds those beyond the last', async () => {
  const { onRange, cellOf } = await renderGrid();
  act(() => cellOf('Tables', 0).focus());
  const getData = () => 'Desks\t1,200.50\r\nLamps\tmany\r\n';
  fireEvent.paste(cellOf('Tables', 0), { clipboardData: { getData } });
  expect(onRange.mock.calls).toEqual([
    [
      {
        columns: board.columns.slice(0, 2),
        rows: [{ item: items[1], values: ['Desks', 1200.5] }],
        added: { groupId: id(30), rows: [['Lamps', 'many']] },
      },
    ],
  ]);
});

it('fills a selection from its first row and clears it', async () => {
  const { user, onRange, onSet, cellOf } = await renderGrid();
  cellOf('Chairs', 1).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');
  expect(onRange.mock.lastCall?.[0]).toMatchObject({ rows: [{ item: items[1], values: [7] }], added: { rows: [] } });
  await user.keyboard('{Delete}');
  expect(onRange.mock.lastCall?.[0].rows).toEqual([
    { item: items[0], values: [null] },
    { item: items[1], values: [null] },
  ]);
  expect(onSet).not.toHaveBeenCalled();
});

it('presses a button by Enter or one click, keeps arrow keys working, and saves no cell', async () => {
  const ship = { ...column(id(23), 'Ship', 'button'), settings: { ...NO_SETTINGS, button: SHIP } };
  const { user, cellOf, onPress, onSet, onRange } = await renderGrid(false, [...board.columns, ship]);
  await user.tab();
  await user.keyboard('{End}{Enter}');
  expect(onPress.mock.calls).toEqual([[items[0], ship]]);
  await user.keyboard('{Delete}x');
  await user.click(within(cellOf('Tables', 3)).getByRole('button', { name: 'Ship it' }));
  expect(onPress.mock.calls.slice(1)).toEqual([[items[1], ship]]);
  expect(document.activeElement).toBe(cellOf('Tables', 3));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(cellOf('Chairs', 3));
  // Pasting onto a button does nothing.
  fireEvent.paste(cellOf('Chairs', 3), { clipboardData: { getData: () => 'yes' } });
  expect(onRange.mock.calls).toEqual([
    [{ columns: [], rows: [{ item: items[0], values: [] }], added: { groupId: id(30), rows: [] } }],
  ]);
  expect(onSet).not.toHaveBeenCalled();
});
