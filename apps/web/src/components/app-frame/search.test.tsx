import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { openSearch, search, searchStore } from './open-search.ts';
import Search from './search.tsx';

const server = fakeServer();
const page = (data: object[], total = data.length) => ({ data, total });
const dana = { _id: 'c1', name: 'Dana', mobile: '+447700900001' };
const letter = { _id: 'm1', contactName: 'Dana', message: 'See you on Monday' };

afterEach(() => {
  search.close();
  // Otherwise the next test starts with this test's query until the pause after typing has passed.
  searchStore.setState({ ...searchStore.getState(), query: '' });
});

const open = async () => {
  const part = await renderPart(<Search />);
  openSearch();
  return { ...part, field: await screen.findByPlaceholderText('Find a page, contact, message or connection') };
};

it('finds pages at once and asks the server only for words', async () => {
  const { user, field } = await open();
  await user.type(field, 'c');
  expect(screen.getByRole('button', { name: 'Calendar' })).toBeTruthy();
  expect(screen.queryByText('Import/Export Messages')).toBeNull();
});

it('keeps what is typed before it has the focus', async () => {
  // Requested when a busy machine takes longer than the pause after typing.
  for (const endpoint of ['contacts', 'messages', 'engines', 'bots', 'knowledge-bases', 'boards', 'board-items']) {
    server.on(`GET /api/${endpoint}`, () => page([]));
  }
  const { user } = await renderPart(<Search />);
  openSearch();
  await user.keyboard('calen');
  const field = await screen.findByPlaceholderText('Find a page, contact, message or connection');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('dar');
  expect(field).toHaveProperty('value', 'calendar');
  expect(screen.getByRole('button', { name: 'Calendar' })).toBeTruthy();
});

it('finds contacts, messages, engines and bots through their features, and links to all matches', async () => {
  server.on('GET /api/contacts', ({ url }) => page(url.searchParams.get('search') === 'dan' ? [dana] : []));
  server.on('GET /api/messages', () => page([letter], 41));
  server.on('GET /api/engines', () => page([{ _id: 'e1', name: 'Line of Dan', phoneNumber: null }]));
  server.on('GET /api/knowledge-bases', () => page([]));
  server.on('GET /api/boards', () => page([]));
  server.on('GET /api/board-items', () => page([]));
  server.on('GET /api/bots', () => page([{ _id: 'b1', name: 'Bot of Dan', description: '' }]));
  const { user, field, router } = await open();
  await user.type(field, 'dan');
  await screen.findByText('New message to Dana');
  expect(screen.getByText('Line of Dan')).toBeTruthy();
  expect(screen.getByText('Bot of Dan')).toBeTruthy();
  expect(screen.getByText('To Dana: See you on Monday')).toBeTruthy();
  await user.click(screen.getByText('All 41 messages with “dan”'));
  await waitFor(() => expect(router.state.location.href).toBe('/import-messages?search=dan'));
  expect(server.sent('GET /api/messages').at(-1)?.url.searchParams.get('limit')).toBe('5');
});

it('reports a failed search and still finds pages', async () => {
  for (const path of ['contacts', 'messages', 'engines', 'bots', 'knowledge-bases', 'boards', 'board-items']) {
    server.on(`GET /api/${path}`, () => refusal(503, 'DATABASE_AWAY', {}, 'The database does not answer.'));
  }
  const { user, field } = await open();
  await user.type(field, 'calen');
  await screen.findByText('Search failed. The database does not answer.');
  expect(screen.getByText('Calendar')).toBeTruthy();
});
