import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { LiveTable } from './live-table.tsx';

const rows = new Map(['a', 'b', 'c'].map((id) => [id, { id }]));
const columns = [
  { id: 'name', name: 'Name', widthPx: 100, cell: (row: { id: string }) => <button type="button">{row.id}</button> },
];

/** Draws anew what somebody else says. */
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

it('moves between rows by the keyboard, and hands other keys to the row that it is on', async () => {
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

  // Of what is in a row, keys are its own; moving goes on from there.
  screen.getByRole('button', { name: 'b' }).focus();
  await user.keyboard('d');
  expect(onKey).toHaveBeenCalledOnce();
  await user.keyboard('k');
  expect(focused()).toBe('a');
});

it('takes the focus from nowhere else, when a key led to where it was', async () => {
  const table = (at: number) => (
    <>
      <LiveTable
        label="Rows"
        columns={columns}
        ids={[...rows.keys()]}
        rowOf={(id) => rows.get(id)}
        empty=""
        holdKey={at}
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

it('puts its rows in order once the pointer is elsewhere, also when what it was on has been taken away', async () => {
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
  const shown = () => screen.getAllByRole('row').map((row) => row.getAttribute('data-row'));
  await user.hover(await screen.findByRole('button', { name: 'b' }));
  act(() => redraw(1));
  expect(shown()).toEqual([null, 'a', 'b', 'c']);
  // Nothing is told that it has been left.
  fireEvent.pointerOver(document.body);
  expect(shown()).toEqual([null, 'c', 'b', 'a']);
});
