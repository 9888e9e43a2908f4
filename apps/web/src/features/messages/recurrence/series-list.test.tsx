import type { ListedSeries } from '@switchyard/contracts/messages/series';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import SeriesList from './series-list.tsx';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-0000000000a1';
const aSeries = (of: Partial<ListedSeries> = {}): ListedSeries => ({
  _id: ID,
  contactName: 'Grace Hopper',
  contactList: [{ mobile: '+447700900456' }],
  message: 'Stand-up in ten minutes',
  rule: 'FREQ=WEEKLY;BYDAY=MO',
  start: '2030-01-07T09:50',
  zone: 'Europe/Berlin',
  state: 'active',
  pausedBecause: null,
  nextDue: '2030-01-14T08:50:00.000Z',
  createdAt: '2029-12-01T00:00:00.000Z',
  updatedAt: '2029-12-01T00:00:00.000Z',
  ...of,
});

it('lists series with their next time and undoes ending one', async () => {
  let series = aSeries();
  server.on('GET /api/message-series', () => ({ data: [series], total: 1 }));
  server.on(`POST /api/message-series/${ID}/end`, () => {
    series = aSeries({ state: 'cancelled', nextDue: null });
    return { changed: 8, left: [] };
  });
  server.on(`POST /api/message-series/${ID}/resume`, () => {
    series = aSeries();
    return { changed: 8, left: [] };
  });
  const { user } = await renderPart(<SeriesList />);
  const list = within(await screen.findByRole('list', { name: 'Recurring messages' }));
  expect(await list.findByText('Stand-up in ten minutes')).toBeTruthy();
  expect(list.getByText(/^Next: .*14.* 2030/)).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'End' }));
  expect(await screen.findByText('Ended: 8 messages cancelled')).toBeTruthy();
  expect(await list.findByText('All messages were cancelled')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('8 messages resumed')).toBeTruthy();
  expect(await list.findByRole('button', { name: 'End' })).toBeTruthy();
});

it('filters by state and says when there is none', async () => {
  server.on('GET /api/message-series', ({ url }) =>
    url.searchParams.get('state') === 'paused' ? { data: [], total: 0 } : { data: [aSeries()], total: 1 },
  );
  const { user } = await renderPart(<SeriesList />);
  await screen.findByText('Grace Hopper');
  await user.click(screen.getByRole('radio', { name: 'Paused' }));
  expect(await screen.findByText('None.')).toBeTruthy();
  expect(screen.queryByText('Grace Hopper')).toBeNull();
});
