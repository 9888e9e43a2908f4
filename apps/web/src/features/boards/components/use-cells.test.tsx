import { type CellValue, NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { useCells } from './use-cells.tsx';
import { useUndo } from './use-undo.ts';

const server = fakeServer();
const [itemId, columnId] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];
const to = `PUT /api/board-items/${itemId}/cells/${columnId}`;
const column: BoardColumn = {
  _id: columnId,
  name: 'Name',
  type: 'text',
  options: [],
  settings: NO_SETTINGS,
  isTitle: true,
};
const item = (name: string): BoardItem => ({
  _id: itemId,
  boardId: itemId,
  groupId: itemId,
  number: 1,
  cells: { [columnId]: name },
  version: 1,
  createdBy: null,
  createdAt: '2026-11-16T09:00:00.000Z',
  parentId: null,
  subitems: 0,
  changedBy: null,
  changedAt: '2026-11-16T09:00:00.000Z',
});

function Edits({ edits }: { edits: [before: string, after: string][] }) {
  const set = useCells(new Map(), useUndo());
  return (
    <>
      {edits.map(([before, after]) => (
        <button key={after} type="button" onClick={() => void set(item(before), column, after)}>
          {after}
        </button>
      ))}
      <input aria-label="Other" />
    </>
  );
}

const sent = () => server.sent(to).map(({ body }) => body as { value: CellValue; expected: CellValue });

it('undoes own edits with Ctrl+Z, last first, and leaves the key to text fields', async () => {
  server.on(to, ({ body }) => item((body as { value: string }).value));
  const edits: [string, string][] = [
    ['Chairs', 'Benches'],
    ['Benches', 'Stools'],
  ];
  const { user } = await renderPart(<Edits edits={edits} />);
  for (const [, name] of edits) {
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(sent().at(-1)?.value).toBe(name));
  }
  await user.click(screen.getByRole('textbox', { name: 'Other' }));
  await user.keyboard('{Control>}z{/Control}');
  await user.click(document.body);
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('Name restored');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(sent()).toHaveLength(4));
  await user.keyboard('{Control>}z{/Control}');
  expect(sent().slice(2)).toEqual([
    { value: 'Benches', expected: 'Stools' },
    { value: 'Chairs', expected: 'Benches' },
  ]);
});

it('does not undo a cell that someone else has changed since', async () => {
  server.on(to, ({ body }) => item((body as { value: string }).value));
  const { user } = await renderPart(<Edits edits={[['Chairs', 'Benches']]} />);
  await user.click(screen.getByRole('button', { name: 'Benches' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  server.on(to, () => refusal(409, 'CELL_CHANGED', { value: 'Sofas', version: 3 }));
  await user.click(document.body);
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText(/Somebody else changed Name to “Sofas”/);
  expect(sent()).toHaveLength(2);
});
