import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { Board } from '@switchyard/contracts/boards/operations';
import type { BotNode, NodeOf } from '@switchyard/contracts/bots/flow';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { BoardFields } from './board-fields.tsx';
import { newNode } from './new-node.ts';

const server = fakeServer();
const id = (at: number) => `019a0000-0000-7000-8000-0000000000${at}`;
const column = (_id: string, name: string, type: Board['columns'][number]['type']): Board['columns'][number] => ({
  ...{ _id, name, type, options: [], settings: NO_SETTINGS },
  isTitle: type === 'text',
});
const board = {
  _id: id(10),
  name: 'Orders',
  columns: [
    column(id(20), 'Name', 'text'),
    column(id(21), 'Phone', 'phone'),
    column(id(22), 'Owner', 'people'),
    column(id(23), 'Ship', 'button'),
  ],
  groups: [{ _id: id(30), name: 'New' }],
  views: [],
};

function Fields({ onStep }: { onStep: (step: BotNode) => void }) {
  const [step, setStep] = useState(() => newNode('board', { x: 0, y: 0 }) as NodeOf<'board'>);
  const change = (part: Partial<BotNode>) => {
    const next = { ...step, ...part } as NodeOf<'board'>;
    setStep(next);
    onStep(next);
  };
  return <BoardFields step={step} onChange={change} />;
}

it('sets columns that take text, finds by one of them, and resets when the board changes', async () => {
  server.on('GET /api/boards', () => ({ data: [board], total: 1 }));
  server.on(`GET /api/boards/${board._id}`, () => board);
  let step: BotNode | undefined;
  const { user } = await renderPart(<Fields onStep={(next) => (step = next)} />);
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
  const offered = (name: string) =>
    within(select(name))
      .getAllByRole('option')
      .map((option) => option.textContent);
  await screen.findByRole('option', { name: 'Orders' });
  await user.selectOptions(select('Board'), 'Orders');
  await user.click(await screen.findByRole('button', { name: 'Set a column' }));
  await user.click(screen.getByRole('button', { name: 'Set a column' }));
  // People and button columns take no text.
  expect(offered('Column 1')).toEqual(['Name']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set a column' }).disabled).toBe(true);
  await user.click(screen.getByRole('textbox', { name: 'Value 2' }));
  await user.paste('{mobile}');
  await user.selectOptions(select('Find an existing item by'), 'Phone');
  expect(step).toMatchObject({
    boardId: board._id,
    cells: [
      { columnId: id(20), value: '' },
      { columnId: id(21), value: '{mobile}' },
    ],
    findBy: id(21),
  });
  await user.click(screen.getByRole('button', { name: 'Remove column 2' }));
  expect(step).toMatchObject({ cells: [{ columnId: id(20) }], findBy: null });
  await user.selectOptions(select('Board'), 'nothing');
  expect(step).toMatchObject({ boardId: null, cells: [], findBy: null, groupId: null });
});
