import type { AllStats } from '@switchyard/contracts/bots/statistics';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { DEMO_PASSWORD } from '../../accounts/index.ts';
import { supportGrants } from '../../accounts/support.schema.ts';
import { foldStatistics } from '../../bots/statistics/fold.ts';
import { messages } from '../../messages/messages.schema.ts';
import { seedDemo } from '../seed-demo.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
  expect(await seedDemo(server.database.db, new Date(), server.platform.secret)).toBe(true);
  token = await signIn('user');
});
afterAll(() => server.stop());

async function signIn(name: string): Promise<string> {
  const signedIn = await server.call('POST', '/api/auth/sign-in/email', {
    email: `${name}@switchyard.local`,
    password: DEMO_PASSWORD,
  });
  return signedIn.headers.get('set-auth-token') ?? '';
}

interface Page {
  total: number;
  data: Record<string, unknown>[];
}
const read = async <Body = Page>(path: string, as = token): Promise<Body> => {
  const answer = await server.call<Body>('GET', path, undefined, { token: as });
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.body;
};
const named = (page: Page, name: string) => page.data.find((item) => item.name === name);

test('the address book has forty-two people with labels and lists, and three opt-outs', async () => {
  expect((await read('/api/contacts')).total).toBe(42);
  expect((await read('/api/contacts?search=Hannah')).total).toBe(2);
  expect((await read('/api/labels?limit=100')).data.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Plan member', 'Recall due', 'Aligner', 'Owes', 'Urgent']),
  );
  expect((await read('/api/lists')).total).toBe(2);
  expect((await read('/api/suppressions')).total).toBe(3);
});

test('one campaign is finished and one paused, and their numbers add up', async () => {
  const page = await read('/api/campaigns');
  expect(named(page, 'Six-month recall')).toMatchObject({
    state: 'completed',
    recipients: 30,
    counts: { sent: 26, failed: 1, skipped: 3, waiting: 0 },
  });
  expect(named(page, 'Plan renewal')).toMatchObject({
    state: 'paused',
    recipients: 17,
    counts: { sent: 9, failed: 3, skipped: 1, waiting: 4 },
  });
  expect((await read('/api/audiences')).total).toBe(3);
  expect((await read('/api/campaign-templates')).total).toBe(6);
});

test('the inbox has eleven chats waiting for Robin or unassigned, and everything is as old as it says', async () => {
  const page = await read('/api/conversations?status=open&limit=50');
  const waits = page.data.filter(
    ({ assignee }) => assignee === null || (assignee as { name: string }).name === 'Robin Pro',
  );
  expect(waits).toHaveLength(11);
  expect((await read('/api/conversations?status=snoozed')).data).toHaveLength(2);
  expect((await read('/api/conversations?status=pending')).data).toHaveLength(2);
  expect((await read('/api/conversations?status=resolved')).data).toHaveLength(6);
});

test('two bots are deployed with conversations in every state, and the handbook contains their answers', async () => {
  const page = await read('/api/bots');
  expect(page.data.map(({ name, activeDeploymentId }) => [name, activeDeploymentId !== null]).sort()).toEqual([
    ['Booking desk', true],
    ['Hours and prices', true],
  ]);
  const sessions = await read(`/api/bot-sessions?botId=${named(page, 'Booking desk')?._id}&limit=100`);
  expect(new Set(sessions.data.map(({ status }) => status))).toEqual(
    new Set(['waiting', 'paused', 'completed', 'expired', 'failed', 'ended']),
  );
  const base = named(await read('/api/knowledge-bases'), 'Practice handbook');
  expect(base).toMatchObject({ entries: 9 });
});

test('three boards are filled, and Robin’s items are in My work', async () => {
  expect((await read('/api/boards')).data.map(({ name }) => name).sort()).toEqual([
    'Lab orders',
    'Leads',
    'Practice tasks',
  ]);
});

test('none of the story’s messages is still to be sent', async () => {
  const goesOut = and(eq(messages.status, 'pending'), isNotNull(messages.engineId));
  expect(await server.database.db.$count(messages, goesOut)).toBeLessThanOrEqual(5);
  expect(await server.database.db.$count(messages, isNull(messages.campaignId))).toBeGreaterThan(41);
});

test('a bakery whose trial has ended has messages waiting for a connection, a draft and a base', async () => {
  const sam = await signIn('free');
  expect(await read('/api/subscription', sam)).toMatchObject({ plan: 'free', mayTry: false });
  expect((await read('/api/contacts', sam)).total).toBe(9);
  expect((await read('/api/messages?status=pending', sam)).total).toBe(6);
  expect(await read('/api/bots', sam)).toMatchObject({
    total: 1,
    data: [{ name: 'Cake orders', activeDeploymentId: null }],
  });
  expect(named(await read('/api/knowledge-bases', sam), 'Allergens')).toMatchObject({ entries: 2 });
});

test('a bicycle shop has three connections in trouble, two paid months, and a past support session', async () => {
  const jo = await signIn('jo');
  const { data } = await read('/api/engines', jo);
  expect(data.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['Online shop', 'error'],
    ['Rentals', 'unpaired'],
    ['Workshop', 'disconnected'],
  ]);
  expect(await read('/api/subscription', jo)).toMatchObject({ plan: 'business', openInvoiceId: null });
  expect(await read('/api/invoices', jo)).toMatchObject({ total: 2, data: [{ status: 'paid' }, { status: 'paid' }] });
  const grants = await server.database.db.select().from(supportGrants);
  expect(grants).toHaveLength(1);
  expect(grants[0]?.endsAt.getTime()).toBeLessThan(Date.now());
});

test('the platform has six bots, four of them deployed, and ninety conversations with growth by half', async () => {
  while ((await foldStatistics(server.database.db)) > 0);
  const admin = { token: await signIn('admin') };
  const { body } = await server.call<AllStats>('POST', '/api/bot-statistics/all', {}, admin);
  const { overviewStats, nodeEventStats, ranges } = body;
  expect(overviewStats).toMatchObject({ totalAgents: 6, deployedAgents: 4, draftAgents: 2, totalSessions: 90 });
  expect(ranges['30d']).toMatchObject({ totalSessions: 54, botUsageGrowth: 50 });
  expect(nodeEventStats.totalErrors).toBe(8);
});
