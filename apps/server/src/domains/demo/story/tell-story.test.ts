import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { DEMO_PASSWORD } from '../../accounts/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { seedDemo } from '../seed-demo.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
  expect(await seedDemo(server.database.db, new Date(), server.platform.secret)).toBe(true);
  const signedIn = await server.call('POST', '/api/auth/sign-in/email', {
    email: 'user@switchyard.local',
    password: DEMO_PASSWORD,
  });
  token = signedIn.headers.get('set-auth-token') ?? '';
});
afterAll(() => server.stop());

interface Page {
  total: number;
  data: Record<string, unknown>[];
}
const read = async <Body = Page>(path: string): Promise<Body> => {
  const answer = await server.call<Body>('GET', path, undefined, { token });
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.body;
};
const named = (page: Page, name: string) => page.data.find((one) => one.name === name);

test('the address book has forty-two people with labels and lists, and three who want no messages', async () => {
  expect((await read('/api/contacts')).total).toBe(42);
  expect((await read('/api/contacts?search=Hannah')).total).toBe(2);
  expect((await read('/api/labels?limit=100')).data.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Plan member', 'Recall due', 'Aligner', 'Owes', 'Urgent']),
  );
  expect((await read('/api/lists')).total).toBe(2);
  expect((await read('/api/suppressions')).total).toBe(3);
});

test('a campaign is over and one is paused, and their numbers add up', async () => {
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

test('the inbox has eleven that wait for Robin or for nobody, and everything is as old as it says', async () => {
  const page = await read('/api/conversations?status=open&limit=50');
  const waits = page.data.filter(
    ({ assignee }) => assignee === null || (assignee as { name: string }).name === 'Robin Pro',
  );
  expect(waits).toHaveLength(11);
  expect((await read('/api/conversations?status=snoozed')).data).toHaveLength(2);
  expect((await read('/api/conversations?status=resolved')).data).toHaveLength(6);
});

test('two bots are deployed with conversations in every state, and the handbook has what they answer from', async () => {
  const page = await read('/api/bots');
  expect(page.data.map(({ name, activeDeploymentId }) => [name, activeDeploymentId !== null]).sort()).toEqual([
    ['Booking desk', true],
    ['Hours and prices', true],
  ]);
  const sessions = await read(`/api/bot-sessions?botId=${named(page, 'Booking desk')?._id}&limit=100`);
  expect(new Set(sessions.data.map(({ status }) => status))).toEqual(
    new Set(['paused', 'completed', 'expired', 'failed', 'ended']),
  );
  const base = named(await read('/api/knowledge-bases'), 'Practice handbook');
  expect(base).toMatchObject({ entries: 9 });
});

test('three boards are filled, and what is Robin’s is in their work', async () => {
  expect((await read('/api/boards')).data.map(({ name }) => name).sort()).toEqual([
    'Lab orders',
    'Leads',
    'Practice tasks',
  ]);
});

test('nothing of the story is still to be sent', async () => {
  const rows = await server.database.db.select().from(messages).where(eq(messages.status, 'pending'));
  expect(rows.length).toBeLessThanOrEqual(5);
  expect(await server.database.db.$count(messages, isNull(messages.campaignId))).toBeGreaterThan(41);
});
