import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { BotUsageDashboardPage } from './dashboard-page.tsx';
import { withDashboardDefaults } from './dashboard-search.ts';
import { EventDistribution } from './event-distribution.tsx';
import { KnowledgeAdoption } from './knowledge-adoption.tsx';
import { NodeUsage } from './node-usage.tsx';
import { SummaryCards } from './summary-cards.tsx';

const server = fakeServer();
const ADMIN = { me: { role: 'admin' as const } };
/** Waits until a card of the dashboard shows the text. */
const shows = (name: string, text: string) =>
  waitFor(() => expect(screen.getByRole('region', { name }).textContent).toContain(text));

// ── The server's responses ──

const overviewStats = {
  totalAgents: 12,
  deployedAgents: 9,
  draftAgents: 3,
  activeAgents: 7,
  totalSessions: 40,
  averageNodesPerAgent: 5.5,
  botUsageGrowth: 12.5,
};
const nodeEventStats = {
  totalEvents: 321,
  totalErrors: 4,
  eventsByType: { message_sent: 20, node_entered: 300, node_failed: 1 },
  processTypeDistribution: { session_started: 40 } as Record<string, number>,
};
const range = { ...nodeEventStats, totalSessions: 4, activeAgents: 2, botUsageGrowth: -50 };
const everything = {
  overviewStats,
  nodeTypeDistribution: [{ name: 'send', value: 30, color: 'green.6' }],
  advancedFeatureAdoption: [{ name: 'Conditions', value: 25 }],
  kbAdoption: { totalKBs: 2, totalDocuments: 7, agentsUsingKB: 3, percentAgentsUsingKB: 25 },
  nodeEventStats,
  ranges: {
    '7d': { ...range, totalEvents: 7 },
    '30d': range,
    '90d': range,
    ytd: range,
    all: { ...range, totalEvents: 999 },
  },
};
const ALL = 'POST /api/bot-statistics/all';

describe('spec 000 §2.2, /bot-usage-dashboard', () => {
  const opened: object[] = [];
  beforeEach(() => void opened.splice(0));
  const page = (
    tab: 'nodes' | 'knowledge' | 'events' = 'nodes',
    chosen: 'all' | '7d' | '30d' = '30d',
    me: object = ADMIN,
  ) =>
    renderPart(
      <BotUsageDashboardPage
        search={{ tab, range: chosen }}
        onSearch={() => undefined}
        onOpen={(search) => opened.push(search)}
      />,
      me,
    );
  const card = (name: string) => screen.findByRole('region', { name });

  it('has its title, a last-updated time, its buttons, its tabs and the range, Last 30 days by default', async () => {
    server.on(ALL, () => everything);
    await page();
    await screen.findByRole('heading', { name: 'Bot System Adoption Dashboard' });
    await screen.findByText(/Last updated:/);
    screen.getByRole('button', { name: 'Refresh' });
    expect(screen.getByRole('link', { name: 'View All Bots' }).getAttribute('href')).toBe('/bots');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Node Usage',
      'Knowledge Base Adoption',
      'Event Distribution',
    ]);
    const select = screen.getByRole('combobox', { name: 'Time range' });
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Last 7 days', 'Last 30 days', 'Last 90 days', 'Year to date', 'All time']);
    expect(withDashboardDefaults({}).range).toBe('30d');
    // The requests carry no dates.
    expect(server.sent(ALL).map(({ body }) => body ?? {})).toEqual([{}]);
  });

  it('Refresh reads Loading... while it loads', async () => {
    let answer = (_given: unknown): void => undefined;
    server.on(ALL, () => new Promise((resolve) => (answer = resolve)));
    await page();
    await screen.findByRole('button', { name: 'Loading...' });
    answer(everything);
    await screen.findByRole('button', { name: 'Refresh' });
  });

  it('has the six summary cards, with the figures of the chosen range', async () => {
    server.on(ALL, () => everything);
    await page('nodes', '7d');
    await shows('Total Agents', '12');
    await shows('Total Agents', '-50%');
    await shows('Deployed vs Draft', '9 / 3');
    await shows('Active Agents', '2');
    await shows('Avg. Nodes Per Agent', '5.5');
    await shows('Total Events', '7');
    await shows('Total Errors', '4');
    const errors = within(screen.getByRole('region', { name: 'Total Errors' })).getByRole('link', { name: '4' });
    expect(errors.getAttribute('href')).toContain('tab=events');
    await shows('Total Events', 'Last 7 days');
    await shows('Deployed vs Draft', 'All bots');
  });

  it('has its cards and one empty state in place of the tabs when there are no bots', async () => {
    server.on(ALL, () => ({ ...everything, overviewStats: { ...overviewStats, totalAgents: 0 } }));
    await page();
    await screen.findByText('No bots yet');
    await shows('Total Agents', '0');
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('shows Node Type Distribution and Advanced Feature Adoption with a table behind each, and Complex Workflow Analysis as not yet available', async () => {
    server.on(ALL, () => everything);
    await page();
    const kinds = await screen.findByRole('table', { name: 'Node Type Distribution' });
    within(kinds).getByRole('row', { name: 'Send message 30 100%' });
    const features = screen.getByRole('table', { name: 'Advanced Feature Adoption' });
    within(features).getByRole('row', { name: 'Conditions 25%' });
    await shows('Complex Workflow Analysis', 'Not yet available');
  });

  it('has the four cards of Knowledge Base Adoption, File Types as not yet available', async () => {
    server.on(ALL, () => everything);
    await page('knowledge');
    await shows('Total Knowledge Bases', '2');
    await shows('Total Documents', '3.5 per knowledge base');
    const using = await card('Agents Using KB');
    expect(using.textContent).toContain('25%');
    within(using).getByRole('progressbar');
    await shows('File Types', 'Not yet available');
  });

  it('sorts both tables of Event Distribution by count descending, and a row leads to its sessions', async () => {
    server.on(ALL, () => everything);
    const { user } = await page('events');
    const events = await screen.findByRole('table', { name: 'Node Event Distribution' });
    const links = within(events).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['node_entered', 'message_sent', 'node_failed']);
    expect(links[0]?.getAttribute('href')).toContain('/sessions?eventType=node_entered');
    await user.click(within(events).getByRole('cell', { name: '20' }));
    const processes = screen.getByRole('table', { name: 'Process Event Breakdown' });
    await user.click(within(processes).getByRole('cell', { name: '40' }));
    expect(opened).toEqual([{ eventType: 'message_sent' }, { processType: 'session_started' }]);
  });

  it('shows the Process Event Breakdown only when it has rows', async () => {
    const none = { ...range, processTypeDistribution: {} };
    server.on(ALL, () => ({ ...everything, ranges: { ...everything.ranges, '30d': none } }));
    await page('events');
    await screen.findByRole('table', { name: 'Node Event Distribution' });
    expect(screen.queryByRole('table', { name: 'Process Event Breakdown' })).toBeNull();
  });

  it('loads data only for admins', async () => {
    await page('nodes', '30d', {});
    await screen.findByText('Not loaded yet');
    expect(server.sent(ALL)).toEqual([]);
  });
});

describe('spec 000 §8, failures of the dashboard', () => {
  it('a section whose failure has no message shows the fallback’s', async () => {
    const wordless = { error: null };
    const data = {
      overviewStats: wordless,
      nodeTypeDistribution: wordless,
      advancedFeatureAdoption: wordless,
      kbAdoption: wordless,
      nodeEventStats: wordless,
      ranges: null,
      lastUpdated: new Date(),
    };
    await renderPart(
      <>
        <SummaryCards data={data} range="30d" />
        <NodeUsage data={data} />
        <KnowledgeAdoption data={data} />
        <EventDistribution data={data} range="30d" onOpen={() => undefined} />
      </>,
      ADMIN,
    );
    await shows('Total Agents', 'Failed to fetch overview stats');
    await shows('Total Errors', 'Failed to fetch node event stats');
    await shows('Node Type Distribution', 'Failed to fetch node type distribution');
    await shows('Advanced Feature Adoption', 'Failed to fetch advanced feature adoption');
    await shows('Total Knowledge Bases', 'Failed to fetch knowledge base adoption');
  });
});

describe('spec 000 §7, the statistics calls', () => {
  const show = (tab: 'nodes' | 'events' = 'nodes') =>
    renderPart(
      <BotUsageDashboardPage search={{ tab, range: '30d' }} onSearch={() => undefined} onOpen={() => undefined} />,
      ADMIN,
    );
  const separate = (failing: Record<string, Response> = {}) => {
    for (const [path, part] of [
      ['overview', overviewStats],
      ['node-types', everything.nodeTypeDistribution],
      ['features', everything.advancedFeatureAdoption],
      ['knowledge', everything.kbAdoption],
    ] as const) {
      server.on(`POST /api/bot-statistics/${path}`, () => failing[path] ?? part);
    }
  };

  it.each([404, 500, 503])(
    'uses the four separate calls, with dates null, when the combined one answers %s',
    async (status) => {
      server.on(ALL, () => refusal(status, 'AWAY', {}, 'Away.'));
      separate();
      await show('events');
      await shows('Active Agents', '7');
      for (const path of ['overview', 'node-types', 'features', 'knowledge']) {
        expect(
          server.sent(`POST /api/bot-statistics/${path}`).map(({ body }) => body),
          path,
        ).toEqual([{ startDate: null, endDate: null }]);
      }
      // None of them returns events: their section reports a failure, and never shows zeros.
      expect(screen.getByRole('region', { name: 'Total Events' }).textContent).toContain('Away.');
      expect(screen.queryByRole('table', { name: 'Node Event Distribution' })).toBeNull();
    },
  );

  it('shows any other refusal as it is, and makes no further call', async () => {
    server.on(ALL, () => refusal(403, 'FORBIDDEN', {}, 'You may not do this.'));
    await show();
    await shows('Total Agents', 'You may not do this.');
  });

  it('one failed section does not affect the others', async () => {
    server.on(ALL, () => refusal(404, 'NOT_FOUND'));
    separate({ features: refusal(500, 'BROKEN', {}, 'Broken.') });
    await show();
    await screen.findByRole('table', { name: 'Node Type Distribution' });
    expect(screen.getByRole('region', { name: 'Advanced Feature Adoption' }).textContent).toContain('Broken.');
  });
});
