import type { Me } from '@switchyard/contracts/accounts/operations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { outboxMails, users } from './accounts.schema.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const me = async (token: string, headers = {}) =>
  (await server.call<Me>('GET', '/api/me', undefined, { token, headers })).body;
const workspaceRow = async (id: string) =>
  (await server.database.db.select().from(workspaces).where(eq(workspaces.id, id)))[0];

async function admin() {
  const person = await server.signUp();
  await server.database.db.update(users).set({ role: 'admin' }).where(eq(users.email, person.email));
  return person;
}

async function addWorkspace(userId: string, name: string, role: string): Promise<string> {
  const id = newId();
  await server.database.db.insert(workspaces).values({ id, name, slug: id, plan: 'pro' });
  await server.database.db.insert(workspaceMembers).values({ organizationId: id, userId, role });
  return id;
}

test.each([
  ['GET', '/api/me'],
  ['POST', '/api/me/workspace'],
  ['PATCH', '/api/workspace'],
  ['GET', '/api/outbox'],
  ['POST', '/api/live/ticket'],
  ['GET', '/api/contacts'],
  ['POST', '/api/contacts'],
])('%s %s requires a signed-in person', async (method, path) => {
  const body = method === 'GET' ? undefined : { workspaceId: newId(), name: 'x', mobile: '+447700900123' };
  expect(await server.call(method, path, body)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
});

test('settings are public and list no accounts outside the demo', async () => {
  const { status, body } = await server.call('GET', '/api/settings');
  expect(status).toBe(200);
  expect(body).toEqual({
    demo: false,
    demoAccounts: [],
    supportContact: null,
    signUp: 'open',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('diagnostics contain settings, sizes and counts, but no secret, address or name', async () => {
  const person = await admin();
  const { status, body } = await server.call<{ settings: Record<string, unknown>; counts: { people: number } }>(
    'GET',
    '/api/diagnostics',
    undefined,
    person,
  );
  expect(status).toBe(200);
  expect(body.settings).toMatchObject({ cluster: 'none', secret: 'set', databaseUrl: 'set', smtpUrl: 'not set' });
  expect(body.counts.people).toBeGreaterThan(0);
  const text = JSON.stringify(body);
  const { secret, databaseUrl, dataDir } = server.platform.config;
  for (const hidden of [secret, databaseUrl, dataDir, person.email, person.name]) {
    expect(text).not.toContain(String(hidden));
  }
});

test('a person can switch workspaces, in the current login session only', async () => {
  const person = await server.signUp();
  const { _id, workspace } = await me(person.token);
  const other = await addWorkspace(_id, 'Other', 'member');
  const again = await server.call('POST', '/api/auth/sign-in/email', {
    email: person.email,
    password: person.password,
  });

  const answer = await server.call<Me>('POST', '/api/me/workspace', { workspaceId: other }, { token: person.token });
  expect(answer).toMatchObject({
    status: 200,
    body: { workspace: { _id: other, role: 'member', plan: 'pro' }, allowedEngineCount: 1 },
  });
  expect((await me(person.token)).workspace._id).toBe(other);
  expect((await me(again.headers.get('set-auth-token') ?? '')).workspace._id).toBe(workspace._id);
});

test('switching to a foreign workspace is 404 and changes nothing', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const mine = (await me(person.token)).workspace._id;
  for (const workspaceId of [(await me(stranger.token)).workspace._id, newId()]) {
    const answer = await server.call('POST', '/api/me/workspace', { workspaceId }, { token: person.token });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
  expect((await me(person.token)).workspace._id).toBe(mine);
});

test('a person removed from the current workspace falls back to their own at once', async () => {
  const person = await server.signUp();
  const { _id, workspace } = await me(person.token);
  const other = await addWorkspace(_id, 'Other', 'admin');
  await server.call('POST', '/api/me/workspace', { workspaceId: other }, { token: person.token });
  await server.database.db.delete(workspaceMembers).where(eq(workspaceMembers.organizationId, other));
  expect((await me(person.token)).workspace._id).toBe(workspace._id);
});

test('an owner changes the workspace’s name, zone and country; other workspaces are not affected', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const theirs = await workspaceRow((await me(stranger.token)).workspace._id);
  const change = { name: 'Ünïcode 🌷 עברית', zone: 'Asia/Jerusalem', country: 'il' };
  const answer = await server.call<Me>('PATCH', '/api/workspace', change, { token: person.token });
  expect(answer).toMatchObject({ status: 200, body: { workspace: { ...change, country: 'IL' } } });
  expect(await workspaceRow(theirs?.id ?? '')).toEqual(theirs);
});

test.each([
  ['country', { name: 'New', country: 'QQ' }],
  ['zone', { name: 'New', zone: 'Mars/Olympus' }],
  ['name', { name: '   ' }],
])('a wrong %s is named and changes nothing', async (field, change) => {
  const { token } = await server.signUp();
  const before = await workspaceRow((await me(token)).workspace._id);
  const answer = await server.call('PATCH', '/api/workspace', change, { token });
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', data: { faults: [{ field }] } } });
  expect(await workspaceRow(before?.id ?? '')).toEqual(before);
});

test('a member cannot change the workspace', async () => {
  const person = await server.signUp();
  const other = await addWorkspace((await me(person.token))._id, 'Other', 'member');
  await server.call('POST', '/api/me/workspace', { workspaceId: other }, { token: person.token });
  const answer = await server.call('PATCH', '/api/workspace', { name: 'Mine now' }, { token: person.token });
  expect(answer.status).toBe(403);
  expect((await workspaceRow(other))?.name).toBe('Other');
});

test('the outbox is for administrators, paged, newest first', async () => {
  const [user, operator] = [await server.signUp(), await admin()];
  const { db } = server.database;
  await db.insert(outboxMails).values([
    { to: 'a@example.test', subject: 'older', text: 'x', createdAt: new Date('2026-01-01') },
    { to: 'a@example.test', subject: 'newer', text: 'y', createdAt: new Date('2026-01-02') },
  ]);
  expect((await server.call('GET', '/api/outbox', undefined, { token: user.token })).status).toBe(403);
  const answer = await server.call('GET', '/api/outbox?limit=1', undefined, { token: operator.token });
  expect(answer).toMatchObject({ status: 200, body: { data: [{ subject: 'newer', text: 'y' }], total: 2 } });
});

test('in support mode an administrator sees what the person sees and can change nothing', async () => {
  const [person, operator] = [await server.signUp(), await admin()];
  const theirs = await me(person.token);
  const headers = { 'x-supported-user-id': theirs._id, 'x-supported-workspace-id': theirs.workspace._id };
  const look = { userId: theirs._id, workspaceId: theirs.workspace._id, reason: 'asked for help' };
  await server.call('POST', '/api/support/looks', look, { token: operator.token });
  const viewed = await me(operator.token, headers);
  expect(viewed).toMatchObject({ _id: theirs._id, email: person.email, role: 'user', supportMode: true });
  expect(viewed.workspace).toEqual(theirs.workspace);

  for (const [method, path, body] of [
    ['PATCH', '/api/workspace', { name: 'Changed' }],
    ['POST', '/api/contacts', { name: 'New', mobile: '+447700900123' }],
    ['POST', '/api/me/workspace', { workspaceId: theirs.workspace._id }],
  ] as const) {
    expect((await server.call(method, path, body, { token: operator.token, headers })).status, path).toBe(403);
  }
  expect((await me(person.token)).workspace).toEqual(theirs.workspace);
  expect(await server.call('GET', '/api/contacts', undefined, { token: person.token })).toMatchObject({
    body: { total: 0 },
  });
  expect((await me(operator.token)).supportMode).toBe(false);
});

test('support mode is refused to everyone else, and for people outside the workspace', async () => {
  const [person, stranger, operator] = [await server.signUp(), await server.signUp(), await admin()];
  const [mine, theirs] = [await me(person.token), await me(stranger.token)];
  const ask = async (token: string, headers: Record<string, string>) =>
    (await server.call('GET', '/api/me', undefined, { token, headers })).status;
  expect(await ask(person.token, { 'x-supported-user-id': theirs._id })).toBe(403);
  expect(await ask(operator.token, { 'x-supported-user-id': newId() })).toBe(404);
  expect(await ask(operator.token, { 'x-supported-user-id': 'not an id' })).toBe(404);
  expect(await ask(operator.token, { 'x-supported-workspace-id': mine.workspace._id })).toBe(404);
  expect(
    await ask(operator.token, {
      'x-supported-user-id': theirs._id,
      'x-supported-workspace-id': mine.workspace._id,
    }),
  ).toBe(404);
});

test('a person whose sign-up was interrupted gets their workspace with the first request, and only one', async () => {
  const person = await server.signUp();
  const before = await me(person.token);
  await server.database.db.delete(workspaces).where(eq(workspaces.id, before.workspace._id));
  const responses = await Promise.all([1, 2, 3].map(() => me(person.token)));
  expect(new Set(responses.map((response) => response.workspace._id)).size).toBe(1);
  expect(responses[0]?.workspaces).toHaveLength(1);
});
