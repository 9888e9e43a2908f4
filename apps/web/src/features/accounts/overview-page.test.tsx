import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { OverviewPage } from './overview-page.tsx';

const server = fakeServer();
const LISTS = ['messages', 'engines', 'workspace/members', 'notifications'];

it('each number is a way to its rows, and one that cannot be read is unknown, not none', async () => {
  const counted = { data: [], total: 3, totalIsExact: true, unread: 2, limit: 1, skip: 0 };
  for (const list of LISTS) server.on(`GET /api/${list}`, () => counted);
  server.on('GET /api/contacts', () => refusal(403, 'FORBIDDEN'));
  await renderPart(<OverviewPage />);
  const contacts = (await screen.findByText('Unknown')).closest('li');
  expect(contacts?.textContent).toBe('UnknownContacts');
  const tiles = screen.getAllByRole('listitem');
  expect(tiles.map((tile) => within(tile).getByRole('link').getAttribute('href'))).toEqual([
    '/import-messages?status=pending',
    '/import-messages?status=failed',
    '/import-messages?status=sent',
    '/engines',
    '/contacts',
    '/user-management',
    '/notifications-drawer',
  ]);
});
