import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { LiveTable } from './live-table.tsx';

const rows = new Map(['a', 'b', 'c'].map((id) => [id, { id }]));
const columns = [
  { id: 'name', name: 'Name', widthPx: 100, cell: (row: { id: string }) => <button type="button">{row.id}</button> },
];

/** Re-renders with other content. */
function Redrawn({
  draws,
  onReady,
}: {
  draws: (at: number) => ReactNode;
  onReady: (set: (at: number) => void) => void;
}) {
  const [at, setAt] = useState(0);
  useEffect(() => onReady(setAt), [onReady]);
  return draws(at);
}

it('moves between rows by the keyboard, and passes other keys to the current row', async () => {
  const onKey = vi.fn((key: string, _row: { id: string }) => key === 'd');
  const { user } = await renderPart(
    <LiveTable
      label="Rows"
      columns={columns}
      ids={[...rows.keys()]}
      rowOf={(id) => rows.get(id)}
      onKey={onKey}
      empty=""
    />,
  );
  const focused = () => document.activeElement?.getAttribute('data-row');
  (await screen.findAllByRole('row'))[1]?.focus();
  await user.keyboard('j');
  expect(focused()).toBe('b');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('c');
  await user.keyboard('g');
  expect(focused()).toBe('a');
  await user.keyboard('G');
  await user.keyboard('d');
  expect(onKey).toHaveBeenCalledExactlyOnceWith('d', { id: 'c' });

  // A control inside a row has its own keys; moving continues from there.
  screen.getByRole('button', { name: 'b' }).focus();
  await user.keyboard('d');
  expect(onKey).toHaveBeenCalledOnce();
  await user.keyboard('k');
  expect(focused()).toBe('a');
});

it('does not take the focus when a key leads to the current row', async () => {
  const table = (at: number) => (
    <>
      <LiveTable
        label="Rows"
        columns={columns}
        ids={[...rows.keys()]}
        rowOf={(id) => rows.get(id)}
        empty=""
        resortKey={at}
      />
      <input aria-label="Elsewhere" />
    </>
  );
  let redraw: (at: number) => void = () => undefined;
  const { user } = await renderPart(<Redrawn draws={table} onReady={(set) => (redraw = set)} />);
  (await screen.findAllByRole('row'))[3]?.focus();
  await user.keyboard('{ArrowDown}');
  const field = screen.getByRole('textbox', { name: 'Elsewhere' });
  await user.click(field);
  act(() => redraw(1));
  expect(document.activeElement).toBe(field);
});

it('sorts its rows once the pointer is elsewhere, even if the element under it was removed', async () => {
  const table = (at: number) => (
    <LiveTable
      label="Rows"
      columns={columns}
      ids={at === 0 ? ['a', 'b', 'c'] : ['c', 'b', 'a']}
      rowOf={(id) => rows.get(id)}
      empty=""
    />
  );
  let redraw: (at: number) => void = () => undefined;
  const { user } = await renderPart(<Redrawn draws={table} onReady={(set) => (redraw = set)} />);
  const shownIds = () => screen.getAllByRole('row').map((row) => row.getAttribute('data-row'));
  await user.hover(await screen.findByRole('button', { name: 'b' }));
  act(() => redraw(1));
  expect(shownIds()).toEqual([null, 'a', 'b', 'c']);
  // No element receives a leave event.
  fireEvent.pointerOver(document.body);
  expect(shownIds()).toEqual([null, 'c', 'b', 'a']);
});
