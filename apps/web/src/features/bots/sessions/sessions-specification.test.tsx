import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { SessionsPage } from './sessions-page.tsx';
import { readSessionsSearch } from './sessions-search.ts';

const server = fakeServer();
const ADMIN = { me: { role: 'admin' as const } };
const ID = '019a0000-0000-7000-8000-00000000000';

describe('spec 000 §2.4, /sessions', () => {
  const session = (number: number) => ({
    _id: `${ID}${number}`,
    botId: `${ID}5`,
    status: 'completed',
    createdAt: '2026-11-20T09:00:00Z',
    updatedAt: '2026-11-20T09:01:00Z',
    chat: null,
    contactName: null,
    reason: null,
    versionNumber: 1,
  });
  const LIST = 'GET /api/bot-sessions';
  const opened: string[] = [];
  beforeEach(() => void opened.splice(0));
  const show = (search: object) =>
    renderPart(
      <SessionsPage
        search={readSessionsSearch(search as Record<string, unknown>)}
        onPage={(page) => opened.push(`page ${page}`)}
        onFilter={(filter) => opened.push(Object.values(filter).join())}
        onOpen={({ botId, _id }) => opened.push(`${botId} ${_id}`)}
      />,
      ADMIN,
    );

  it('page is 1 and limit 20 unless the address says otherwise', () => {
    expect(readSessionsSearch({})).toEqual({ page: 1, limit: 20 });
    expect(readSessionsSearch({ page: '3', limit: 50, eventType: 'x' })).toEqual({
      page: 3,
      limit: 50,
      eventType: 'x',
    });
    expect(readSessionsSearch({ page: -1, limit: 'many', processType: ' ' })).toEqual({ page: 1, limit: 20 });
  });

  it('§8: without a filter it requests no sessions, shows the alert, and offers the available types', async () => {
    const nodeEventStats = {
      ...{ totalEvents: 2, totalErrors: 0 },
      eventsByType: { message_sent: 2 },
      processTypeDistribution: { session_started: 1 },
    };
    server.on('POST /api/bot-statistics/all', () => ({ nodeEventStats, ranges: {} }));
    const { user } = await show({});
    await screen.findByRole('heading', { name: 'Session List' });
    screen.getByText('Choose an event or a process to list its sessions.');
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Missing Filter');
    expect(alert.textContent).toContain('Please specify an eventType or processType query parameter.');
    expect(server.sent(LIST)).toEqual([]);
    await user.click((await screen.findAllByText('Message sent'))[0] as HTMLElement);
    expect(opened).toEqual(['message_sent']);
  });

  it('derives title and query from the filter; has the columns; a row opens its session; a single page shows no pages', async () => {
    server.on(LIST, () => ({ data: [session(1)], total: 1 }));
    const { user } = await show({ eventType: 'message_sent' });
    await screen.findByRole('heading', { name: 'Sessions with event message_sent' });
    screen.getByText('Every session with this event, newest first.');
    await screen.findByText(`${ID}1`);
    for (const name of ['Session ID', 'Bot ID', 'Status', 'Created At', 'Last Updated']) {
      screen.getByRole('columnheader', { name });
    }
    const [sent] = server.sent(LIST);
    expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual({
      eventType: 'message_sent',
      limit: '20',
      skip: '0',
    });
    await user.click(screen.getByText(`${ID}1`));
    expect(opened).toEqual([`${ID}5 ${ID}1`]);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('shows pages when there are several', async () => {
    server.on(LIST, () => ({ data: [session(1)], total: 41 }));
    const { user } = await show({ processType: 'session_started', page: 2 });
    await screen.findByRole('heading', { name: 'Sessions with process session_started' });
    screen.getByText('Every session with this process event, newest first.');
    await screen.findByText('Page 2 of 3 (41 total sessions)');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(opened).toEqual(['page 3', 'page 1']);
  });

  it('empty result', async () => {
    server.on(LIST, () => ({ data: [], total: 0 }));
    await show({ eventType: 'none' });
    await screen.findByText('No sessions found matching the criteria');
  });

  it('§8: an error has its title and the server’s message', async () => {
    server.on(LIST, () => refusal(500, 'BROKEN', {}, 'The database does not answer.'));
    await show({ eventType: 'x' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error Loading Sessions');
    expect(alert.textContent).toContain('The database does not answer.');
  });
});
