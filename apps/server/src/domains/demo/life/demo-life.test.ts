import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { DEMO_PASSWORD } from '../../accounts/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { seedDemo } from '../seed-demo.ts';
import { playBeats } from './beats.ts';
import { type PlayedPhones, setStage } from './stage.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true, demoContent: 'full' } });
  await seedDemo(server.database.db, new Date(), server.platform.secret);
  for (const name of ['user', 'free']) {
    const credentials = { email: `${name}@switchyard.local`, password: DEMO_PASSWORD };
    const { headers } = await server.call('POST', '/api/auth/sign-in/email', credentials);
    tokens[name] = headers.get('set-auth-token') ?? '';
  }
});
afterAll(() => server.stop());

const call = <Body>(as: string, method: string, path: string, body?: unknown) =>
  server.call<Body>(method, path, body, { token: tokens[as] ?? '' });
const openWindow = async (as: string) => (await call<{ begins: boolean }>(as, 'POST', '/api/demo/window')).body.begins;

test('starts for a member of the practice, once a day, but not while switched off or in a still demo', async () => {
  expect((await call('user', 'GET', '/api/demo/life')).body).toEqual({ isOffered: true, isOn: true });
  expect(await openWindow('free')).toBe(false);
  expect((await call('user', 'PUT', '/api/demo/life', { isOn: false })).body).toEqual({ isOffered: true, isOn: false });
  expect(await openWindow('user')).toBe(false);
  expect((await call('user', 'PUT', '/api/demo/life', { isOn: 'yes' })).status).toBe(422);
  await call('user', 'PUT', '/api/demo/life', { isOn: true });
  Object.assign(server.platform.config, { demoContent: 'still' });
  expect(await openWindow('user')).toBe(false);
  expect((await call('user', 'GET', '/api/demo/life')).body).toMatchObject({ isOffered: false });
  Object.assign(server.platform.config, { demoContent: 'full' });
  expect(await openWindow('user')).toBe(true);
  await call('user', 'PUT', '/api/demo/life', { isOn: false });
  await call('user', 'PUT', '/api/demo/life', { isOn: true });
  expect(await openWindow('user')).toBe(false);
});

test('customers answer the bots that wait for them, Ivy and Tom act, and the owner gets nothing', async () => {
  const written: [from: string, text: string][] = [];
  const switched: [number: string, offline: boolean][] = [];
  const phones: PlayedPhones = {
    async send(from, _to, body) {
      written.push([from, body.text]);
      return { kind: 'accepted' } as never;
    },
    async setOffline(number, offline) {
      switched.push([number, offline]);
    },
  };
  const stage = await setStage(server.platform, phones);
  if (!stage) throw new Error('the demo practice is missing');
  const mineBefore = await mineAndUnassigned();
  const waits: number[] = [];
  await playBeats(stage, async (ms) => void waits.push(ms));
  const at = (name: string) => stage.mobiles.get(name) ?? '';
  // The bot asks Mateus for a time after receiving the day, which no engine delivers here.
  expect(written.map(([from]) => from)).toEqual([at('Mateus Oliveira'), at('Elif Kaya'), at('Inês Duarte')]);
  expect(written[1]?.[1]).toBe('Yes');
  expect(switched).toEqual([
    [at('Aisha Bello'), true],
    [at('Ravi Menon'), true],
    [at('Aisha Bello'), false],
    [at('Ravi Menon'), false],
  ]);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(300_000);
  const { db } = server.database;
  const pendingBy = (userId: string) =>
    db.$count(messages, and(eq(messages.createdBy, userId), eq(messages.status, 'pending')));
  expect(await pendingBy(stage.ivy.userId)).toBe(2);
  expect(await pendingBy(stage.tom.userId)).toBe(1);
  const campaigns = await call<{ data: { name: string; state: string; counts: { failed: number } }[] }>(
    'user',
    'GET',
    '/api/campaigns',
  );
  expect(campaigns.body.data.find(({ name }) => name === 'Plan renewal')).toMatchObject({
    state: 'running',
    counts: { failed: 0 },
  });
  const leads = `/api/boards/${await boardNamed('Leads')}/items/list`;
  expect((await call<{ total: number }>('user', 'POST', leads, { search: 'Harriet' })).body.total).toBe(1);
  expect(await mineAndUnassigned()).toBe(mineBefore);
});

async function boardNamed(wanted: string): Promise<string> {
  const { body } = await call<{ data: { _id: string; name: string }[] }>('user', 'GET', '/api/boards');
  return body.data.find(({ name }) => name === wanted)?._id ?? '';
}

async function mineAndUnassigned(): Promise<number> {
  const path = '/api/conversations?status=open&limit=50';
  const { body } = await call<{ data: { assignee: { name: string } | null }[] }>('user', 'GET', path);
  return body.data.filter(({ assignee }) => assignee === null || assignee.name === 'Robin Pro').length;
}
