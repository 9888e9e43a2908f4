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

it('searches once, when the typing pauses', async () => {
  const { user, onChange } = await renderFilters();
  await user.type(screen.getByRole('textbox', { name: 'Search messages' }), 'invoice');
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onChange.mock.calls).toEqual([[{ search: 'invoice' }]]);
});

it('names every status as people do', async () => {
  const { user, onChange } = await renderFilters();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Needs a decision' }));
  expect(onChange).toHaveBeenLastCalledWith({ status: 'unknown' });
});

it('shows what a column is filtered by, and takes it off', async () => {
  const { user, onChange } = await renderFilters({ contactName: 'Ada' });
  await user.click(screen.getByRole('button', { name: 'Remove filter Contact Name' }));
  expect(onChange).toHaveBeenLastCalledWith({ contactName: undefined });
  expect(screen.queryByRole('button', { name: 'Remove filter Contact Name' })).toBeNull();
});
