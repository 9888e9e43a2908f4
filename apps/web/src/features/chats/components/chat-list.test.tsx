import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { type ChatsSearch, readChatsSearch } from '../chats-search.ts';
import { ChatList } from './chat-list.tsx';

const ENGINE = '019a0000-0000-7000-8000-0000000000e1';
const CHATS = `GET /api/engines/${ENGINE}/chats`;
const server = fakeServer();

/** Holds the filters, as the page's address does. */
function Chats({ start }: { start: ChatsSearch }) {
  const [search, setSearch] = useState(start);
  return <ChatList engineId={ENGINE} search={search} onSearch={(next) => setSearch(readChatsSearch({ ...next }))} />;
}
/**
 * Opens a link.
 * @returns the last request to the server, without paging
 */
async function follow(link: string) {
  const requests: string[] = [];
  server.on(CHATS, ({ url }) => {
    const { limit: _limit, skip: _skip, ...filter } = Object.fromEntries(url.searchParams);
    requests.push(String(new URLSearchParams(filter)));
    return { data: [], total: 0 };
  });
  // Parsed as the router does.
  const read = [...new URLSearchParams(link)].map(([name, value]) => [name, value === 'true' ? true : value]);
  const { user } = await renderPart(<Chats start={readChatsSearch(Object.fromEntries(read))} />);
  return { user, last: () => requests.at(-1) };
}

it.each([
  'search=Dana&kind=person&waiting=us',
  'kind=group&cameIn=true&unread=true',
  'waiting=them&since=2026-11-20T00%3A00%3A00.000Z&until=2026-11-25T23%3A00%3A00.000Z',
])('applies the filters of a link: %s', async (link) => {
  const { last } = await follow(link);
  await screen.findByText('Nothing matches the filters.');
  expect(new Set(last()?.split('&'))).toEqual(new Set(link.split('&')));
});

it('removes filters of a link one by one and all at once', async () => {
  const { user, last } = await follow('cameIn=true&until=2026-11-25T23%3A00%3A00.000Z&search=Dana');
  await user.click(await screen.findByRole('button', { name: 'Remove filter Has written to you' }));
  await waitFor(() => expect(last()).toBe('search=Dana&until=2026-11-25T23%3A00%3A00.000Z'));
  await user.click(screen.getByRole('button', { name: /^Remove filter Before .*26/ }));
  await waitFor(() => expect(last()).toBe('search=Dana'));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(last()).toBe(''));
  await screen.findByText('No chats yet');
});

it('filters by the controls', async () => {
  const { user, last } = await follow('');
  await user.click(screen.getByRole('combobox', { name: 'Waiting' }));
  await user.click(await screen.findByRole('option', { name: 'Waiting for your reply' }));
  await user.click(screen.getByRole('checkbox', { name: 'Unread on the phone' }));
  await waitFor(() => expect(last()).toBe('waiting=us&unread=true'));
});

it('drops invalid values of an address', () => {
  expect(
    readChatsSearch({ kind: 'both', waiting: 'me', cameIn: 'yes', since: 'soon', until: '', page: -1, search: ' ' }),
  ).toEqual({});
  expect(readChatsSearch({ search: 4477, page: 2 })).toEqual({ search: '4477', page: 2 });
});
