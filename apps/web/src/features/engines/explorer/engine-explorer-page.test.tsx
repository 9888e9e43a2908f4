import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { EngineExplorerPage } from './engine-explorer-page.tsx';

const server = fakeServer();
const EXPLORE = 'GET /api/engines/x1/explore';
const page = <EngineExplorerPage engineId="x1" tab="overview" onTab={() => undefined} chats={null} />;

it.each([
  [404, 'NOT_FOUND'],
  [422, 'INVALID'],
])('shows that an engine does not exist (%s), links to the others, and does not retry', async (status, code) => {
  server.on(EXPLORE, () => refusal(status, code));
  await renderPart(page);
  await screen.findByRole('heading', { name: 'Connection not found' });
  expect(screen.getByRole('link', { name: 'Go to connections' }).getAttribute('href')).toBe('/engines');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(server.sent(EXPLORE)).toHaveLength(1);
});

it('offers to retry after a server error', async () => {
  server.on(EXPLORE, () => refusal(503, 'DATABASE_AWAY', {}, 'The database does not answer.'));
  await renderPart(page);
  await screen.findByText('The database does not answer.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
