import { connectAsync } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { revokedTickets } from './live-ticket.ts';

/** The listener's recheck interval (`listener.ts`). */
const RECHECK_MS = 10_000;

let server: TestServer;
beforeAll(async () => {
  // Before the server starts, because only its interval is faked; everything else waits by other means.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await startTestServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
});

const run = (statement: string, values: unknown[]) => server.database.pool.query(statement, values);

async function person(role = 'user') {
  const signedUp = await server.signUp();
  const { body } = await server.call<{ _id: string; workspace: { _id: string } }>(
    'GET',
    '/api/me',
    undefined,
    signedUp,
  );
  await run('update users set role = $2 where id = $1', [body._id, role]);
  return { ...signedUp, userId: body._id, workspaceId: body.workspace._id };
}
type Someone = Awaited<ReturnType<typeof person>>;
interface Ticket {
  username: string;
  password: string;
  topics: string[];
}
const ticketOf = async ({ token }: { token: string }, headers: Record<string, string> = {}) =>
  (await server.call<Ticket>('POST', '/api/live/ticket', {}, { token, headers })).body;
const isRevoked = async ({ username }: Ticket) =>
  (await revokedTickets(server.database.db, ['engine-1', username])).length > 0;
const beginSupport = (helper: Someone, { userId, workspaceId }: Someone) =>
  server.call('POST', '/api/support/looks', { userId, workspaceId, reason: 'asked in ticket 7' }, helper);
const supportHeaders = ({ userId, workspaceId }: Someone) => ({
  'x-supported-user-id': userId,
  'x-supported-workspace-id': workspaceId,
});

test.each<[string, (first: Someone) => Promise<unknown>]>([
  ['signs out', (first) => server.call('POST', '/api/auth/sign-out', {}, first)],
  ['is signed out elsewhere', ({ userId }) => run('delete from login_sessions where user_id = $1', [userId])],
  ['is removed', ({ userId }) => run('delete from workspace_members where user_id = $1', [userId])],
  [
    'now lacks required two-factor authentication',
    ({ workspaceId }) => run('update workspaces set demands_two_factor = true where id = $1', [workspaceId]),
  ],
  ['is deleted', ({ userId }) => run('delete from users where id = $1', [userId])],
])('a connection is revoked if its person %s, and another person’s is not', async (_what, end) => {
  const [first, second] = [await person(), await person()];
  const [ticket, staying] = [await ticketOf(first), await ticketOf(second)];
  expect(await isRevoked(ticket)).toBe(false);
  await end(first);
  expect([await isRevoked(ticket), await isRevoked(staying)]).toEqual([true, false]);
});

test.each<[string, (helper: Someone) => Promise<unknown>]>([
  ['has ended', (helper) => run('update support_grants set ends_at = now() where admin_id = $1', [helper.userId])],
  ['has lost its role', (helper) => run(`update users set role = 'user' where id = $1`, [helper.userId])],
])('a support connection is revoked if the support session %s; their own connection is not', async (_what, end) => {
  const [helper, customer] = [await person('support'), await person()];
  expect((await beginSupport(helper, customer)).status).toBe(200);
  const [ticket, own] = [await ticketOf(helper, supportHeaders(customer)), await ticketOf(helper)];
  expect(await isRevoked(ticket)).toBe(false);
  await end(helper);
  expect([await isRevoked(ticket), await isRevoked(own)]).toEqual([true, false]);
});

test('a support connection is revoked when its session ends, even if another one is running', async () => {
  const [helper, customer, another] = [await person('support'), await person(), await person()];
  await beginSupport(helper, customer);
  await beginSupport(helper, another);
  const [ended, open] = [
    await ticketOf(helper, supportHeaders(customer)),
    await ticketOf(helper, supportHeaders(another)),
  ];
  await run('update support_grants set ends_at = now() where workspace_id = $1', [customer.workspaceId]);
  expect([await isRevoked(ended), await isRevoked(open)]).toEqual([true, false]);
});

test('an open connection ends soon after its right, but not while the database is unavailable', async () => {
  const [first, second] = [await person(), await person()];
  const open = async (by: Someone) => {
    const { username, password, topics } = await ticketOf(by);
    const url = `${server.url.replace('http', 'ws')}/mqtt`;
    const client = await connectAsync(url, { username, password, reconnectPeriod: 0 }, false);
    await client.subscribeAsync(topics);
    return client;
  };
  const [closing, staying] = [await open(first), await open(second)];
  const closed = new Promise<void>((resolve) => closing.once('close', () => resolve()));
  await run('delete from workspace_members where user_id = $1', [first.userId]);

  const query = vi.spyOn(server.platform.database.db, 'execute').mockRejectedValueOnce(new Error('away'));
  vi.advanceTimersByTime(RECHECK_MS);
  await vi.waitFor(() => expect(query).toHaveBeenCalledOnce());
  expect(closing.connected).toBe(true);

  vi.advanceTimersByTime(RECHECK_MS);
  await closed;
  const received = new Promise((resolve) => staying.once('message', (topic) => resolve(topic)));
  server.platform.broker.publish(`workspace/${second.workspaceId}/live`, '{}');
  expect(await received).toBe(`workspace/${second.workspaceId}/live`);
  await staying.endAsync(true);
});
