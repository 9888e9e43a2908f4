import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import type { MessagesSearch } from '../list-search.ts';
import { MessageFilters } from './message-filters.tsx';

/** Holds the filters, as the page's address does. */
function Filters(props: { start: MessagesSearch; onChange: (part: object) => void }) {
  const [filters, setFilters] = useState(props.start);
  const change = (part: object) => {
    props.onChange(part);
    setFilters((before) => ({ ...before, ...part }));
  };
  return <MessageFilters filters={filters} onChange={change} />;
}

async function renderFilters(start: MessagesSearch = {}) {
  const onChange = vi.fn();
  const { user } = await renderPart(<Filters start={start} onChange={onChange} />);
  return { user, onChange };
}

it('searches once typing pauses', async () => {
  const { user, onChange } = await renderFilters();
  await user.type(screen.getByRole('textbox', { name: 'Search messages' }), 'invoice');
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onChange.mock.calls).toEqual([[{ search: 'invoice' }]]);
});

it('shows the display name of every status', async () => {
  const { user, onChange } = await renderFilters();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Needs a decision' }));
  expect(onChange).toHaveBeenLastCalledWith({ status: 'unknown' });
});

it('shows a column filter as a chip and removes it', async () => {
  const { user, onChange } = await renderFilters({ contactName: 'Ada' });
  await user.click(screen.getByRole('button', { name: 'Remove filter Contact Name' }));
  expect(onChange).toHaveBeenLastCalledWith({ contactName: undefined });
  expect(screen.queryByRole('button', { name: 'Remove filter Contact Name' })).toBeNull();
});

it('shows filters set by a link and removes each', async () => {
  const { user, onChange } = await renderFilters({
    status: 'pending,sending',
    dueFrom: '2026-11-25T23:00:00.000Z',
    recipients: '+447700900101',
    exceptRecipients: 'a,b,c',
    receipt: 'read',
  });
  for (const text of ['To +447700900101', 'Except to 3 recipients', 'Read']) screen.getByText(text);
  // Midnight in the workspace's zone.
  screen.getByText(/^Due from .*26.*0:00|^Due from .*26.*12:00/);
  await user.click(screen.getByRole('button', { name: 'Remove filter Status' }));
  expect(onChange).toHaveBeenLastCalledWith({ status: undefined });
  await user.click(screen.getByRole('button', { name: 'Remove filter Read' }));
  expect(onChange).toHaveBeenLastCalledWith({ receipt: undefined });
  expect(screen.queryByText('Read')).toBeNull();
});
