import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { AllBotsPage } from './all-bots-page.tsx';
import { supportedBotPath } from './bot-columns.tsx';

const server = fakeServer();
const ADMIN = { me: { role: 'admin' as const } };
const ID = '019a0000-0000-7000-8000-00000000000';

describe('spec 000 §2.3, /bots', () => {
  const bot = (number: number, more: object = {}) => ({
    _id: `${ID}${number}`,
    name: `Bot ${number}`,
    description: 'Answers',
    owner: `${ID}8`,
    workspaceId: `${ID}9`,
    activeDeploymentId: null,
    lastActivity: null,
    workspaceName: 'Rose & Crown',
    ownerName: 'Robin',
    nodeCount: 1,
    createdAt: '2026-11-20T09:00:00Z',
    updatedAt: '2026-11-20T09:00:00Z',
    ...more,
  });
  const pages: number[] = [];
  beforeEach(() => void pages.splice(0));
  const show = (page: number, me: object = ADMIN) =>
    renderPart(<AllBotsPage search={{ page }} onSearch={(next) => pages.push(next.page ?? 1)} />, me);

  it('has the title with its suffix, the subtitle, the way back, and the columns', async () => {
    server.on('POST /actions', () => ({ bots: [bot(1)], total: 1 }));
    await show(1);
    await screen.findByRole('heading', { name: 'Bot List (Enhanced View)' });
    screen.getByText('View all bots and their last activity in the system');
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/bot-usage-dashboard');
    for (const name of ['Name', 'Description', 'Status', 'Last Activity', 'Actions']) {
      screen.getByRole('columnheader', { name });
    }
    expect(server.sent('POST /actions').map(({ body }) => body)).toEqual([
      {
        service: 'actions',
        entity: { cmd: 'dashboard.getBotsWithLastActivity', limit: 10, skip: 0, sort: { updatedAt: -1 } },
      },
    ]);
  });

  it('shows others neither suffix nor Last Activity, and their own subtitle', async () => {
    await show(1, {});
    await screen.findByRole('heading', { name: 'Bot List' });
    screen.getByText('View and access available bots in the system');
    expect(screen.queryByRole('columnheader', { name: 'Last Activity' })).toBeNull();
  });

  it('has the fallback labels, Deployed and Draft, Never and Invalid date', async () => {
    const date = { date: 'nonsense', eventType: 'message_sent' };
    server.on('POST /actions', () => ({
      bots: [bot(1, { name: '', description: '' }), bot(2, { activeDeploymentId: `${ID}7`, lastActivity: date })],
      total: 2,
    }));
    await show(1);
    await screen.findByText('Untitled Bot');
    screen.getByText('No description');
    screen.getByText('Never');
    screen.getByText('Invalid date');
    // In the row and in the filter.
    for (const state of ['Draft', 'Deployed']) expect(screen.getAllByText(state)).toHaveLength(2);
  });

  it('shows a bot’s owner and last activity, and searches all of them', async () => {
    const last = { date: '2026-11-20T09:00:00Z', eventType: 'session_failed' };
    server.on('POST /actions', () => ({ bots: [bot(1, { lastActivity: last })], total: 1 }));
    const { user } = await show(1);
    const name = await screen.findByRole('link', { name: 'Bot 1' });
    expect(name.getAttribute('href')).toBe(supportedBotPath(bot(1)));
    expect(name.parentElement?.textContent).toBe('Bot 1Rose & Crown · Robin');
    screen.getByText('Failed');
    await user.click(screen.getByRole('radio', { name: 'Deployed' }));
    expect(pages).toEqual([1]);
    screen.getByRole('textbox', { name: 'Search bots, workspaces or owners' });
  });

  it('View opens the bot in a new tab, in support mode for its owner', async () => {
    server.on('POST /actions', () => ({ bots: [bot(1)], total: 1 }));
    await show(1);
    const view = await screen.findByRole('link', { name: /^View Bot 1/ });
    expect(view.textContent).toBe('View');
    expect(view.getAttribute('target')).toBe('_blank');
    expect(view.getAttribute('href')).toBe(`/bot-detail-view/${ID}1?supportedUserId=${ID}8&workspaceId=${ID}9`);
    expect(supportedBotPath(bot(1, { owner: null }))).toBe(`/bot-detail-view/${ID}1`);
  });

  it('shows which rows of how many are visible, and stops at the first and last page', async () => {
    server.on('POST /actions', () => ({ bots: [bot(1)], total: 11 }));
    const { user } = await show(2);
    await screen.findByText('Showing 11 to 11 of 11 bots');
    screen.getByText('Page 2 of 2');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(pages).toEqual([1]);
  });

  it('§5: while a page loads, neither Previous nor Next is enabled and no total is shown', async () => {
    server.on('POST /actions', () => new Promise(() => undefined));
    await show(2);
    await screen.findByRole('button', { name: 'Next' });
    for (const label of screen.queryAllByText(/^(Showing|Page) /)) expect(label.style.visibility).toBe('hidden');
    for (const name of ['Previous', 'Next']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
  });

  it('empty state', async () => {
    server.on('POST /actions', () => ({ bots: [], total: 0 }));
    await show(1);
    await screen.findByText('No bots found.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
  });

  it('spec 000 §8: a failure has its own text', async () => {
    server.on('POST /actions', () => refusal(500, 'BROKEN'));
    await show(1);
    await screen.findByText('Failed to load bot data. Please try again later.');
  });
});
