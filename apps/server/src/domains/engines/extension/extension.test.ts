import { randomUUID } from 'node:crypto';
import type { PairAnswer } from '@switchyard/contracts/engine/extension';
import type { Engine } from '@switchyard/contracts/engines/engine';
import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
});
afterAll(() => server.stop());

const run = async (statement: string, ...values: unknown[]) =>
  (await server.database.pool.query(statement, values)).rows;
const post = <Body>(path: string, body: unknown, token?: string) =>
  server.call<Body>('POST', path, body, token === undefined ? {} : { token });
const pairWith = (code: string) => post<PairAnswer>('/engine/extension/pair', { code });

async function person() {
  const { token, email } = await server.signUp({ name: 'Ada' });
  const call = <Body>(method: string, path: string, body?: unknown) =>
    server.call<Body>(method, `/api${path}`, body, { token });
  const newCode = async () => (await call<{ code: string }>('POST', '/engine-extension/codes', {})).body.code;
  const list = async () => (await call<{ data: Engine[] }>('GET', '/engines')).body.data;
  return { email, call, newCode, list, pair: async () => (await pairWith(await newCode())).body };
}

/** The first call that a browser makes with its token. */
const open = (token: string, browser = 'one') =>
  post<{ generation: number; ttlMs: number; code?: string }>(
    '/engine/lease',
    { holder: `extension-${browser}`, instanceId: randomUUID() },
    token,
  );
const close = (engineId: string) =>
  run('update engine_lanes set expires_at = null, holder = null where engine_id = $1', engineId);
const schedule = async ({ call }: Awaited<ReturnType<typeof person>>, engineId: string) => {
  const { body } = await call<{ _id: string }>('POST', '/messages', {
    message: 'Hello',
    contactList: [{ mobile: '+447700900777' }],
    engineId,
  });
  return body._id;
};
const holdsOf = async ({ call }: Awaited<ReturnType<typeof person>>, id: string) =>
  (await call<MessageDetail>('GET', `/messages/${id}`)).body.holds;

test('a code can be exchanged once for the token of one engine, whose row can be neither restarted nor deleted', async () => {
  const ada = await person();
  const code = await ada.newCode();
  const { status, body } = await pairWith(code.toLowerCase().replace('-', ' '));
  expect(status).toBe(200);
  expect(body.person).toEqual({ fullName: 'Ada', email: ada.email });
  const again = await pairWith(code);
  expect(again).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'code' }] } } });
  expect(await ada.list()).toMatchObject([
    {
      _id: body.engineId,
      type: 'whatsapp-web',
      status: 'disconnected',
      isLegacy: false,
      canDelete: false,
      canRestart: false,
      connection: null,
    },
  ]);
  for (const [method, path, more] of [
    ['POST', `/engines/${body.engineId}/restart`, {}],
    ['POST', '/engines', { sessionId: body.engineId }],
    ['DELETE', `/engines/${body.engineId}`, undefined],
    ['DELETE', `/sessions/${body.engineId}`, undefined],
  ] as const) {
    expect(await ada.call(method, path, more), path).toMatchObject({ status: 403 });
  }
  expect(await ada.list()).toHaveLength(1);
});

test.each([
  ['of an earlier request', async (ada: Awaited<ReturnType<typeof person>>) => void (await ada.newCode())],
  ['that has expired', () => run(`update extension_codes set expires_at = now() - interval '1 second'`)],
  [
    'of a former member',
    ({ email }) => run('delete from workspace_members using users where users.id = user_id and email = $1', email),
  ],
])('a code %s pairs nothing', async (_which, end) => {
  const ada = await person();
  const before = await run('select count(*) from engines');
  const code = await ada.newCode();
  await end(ada);
  expect(await pairWith(code)).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  expect(await run('select count(*) from engines')).toEqual(before);
});

test('its lease lasts a minute; a second browser of the same person uses the same engine and waits for the first', async () => {
  const ada = await person();
  const [first, second] = [await ada.pair(), await ada.pair()];
  expect(second.engineId).toBe(first.engineId);
  expect(await open(first.token)).toMatchObject({ status: 200, body: { ttlMs: 60_000 } });
  const [{ left }] = await run(
    'select extract(epoch from expires_at - now())::float8 as left from engine_lanes where engine_id = $1',
    first.engineId,
  );
  expect(left).toBeGreaterThan(50);
  expect(await open(second.token, 'two')).toMatchObject({ status: 409, body: { code: 'LEASE_HELD' } });
  expect(await ada.list()).toMatchObject([{ connection: { browserType: 'WhatsApp Web', domain: 'web.whatsapp.com' } }]);
  // A suspended worker returns as a new process of the same browser.
  expect((await open(first.token)).status).toBe(200);
});

test('a message waits for the closed browser, says so, and is sent through another number on request', async () => {
  const ada = await person();
  const { engineId, token } = await ada.pair();
  const id = await schedule(ada, engineId);
  expect(await holdsOf(ada, id)).toMatchObject([
    { rule: 'browser_closed', text: expect.stringContaining('is closed') },
  ]);
  const [{ workspace_id, owner_id }] = await run('select workspace_id, owner_id from engines where id = $1', engineId);
  const [other] = await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values (uuidv7(), $1, $2, 'Second', 'simulator', 'switchyard', 'connected', 'running') returning id`,
    workspace_id,
    owner_id,
  );
  await run('insert into engine_lanes (engine_id) values ($1)', other.id);
  await open(token);
  const choose = { engineId: other.id, others: true };
  expect(await holdsOf(ada, id)).toMatchObject([
    { rule: 'browser_closed', text: expect.stringContaining('connected') },
  ]);
  // The browser is online and may be about to claim the message.
  expect((await ada.call('POST', `/messages/${id}/engine`, choose)).status).toBe(409);
  await close(engineId);
  const doubtful = await schedule(ada, engineId);
  await run('update messages set in_doubt = true where id = $1', doubtful);
  expect(await ada.call('POST', `/messages/${id}/engine`, choose)).toMatchObject({ body: { changed: 1 } });
  expect(
    await run(
      'select id, engine_id from messages where id = any ($1) order by engine_id = $2',
      [id, doubtful],
      engineId,
    ),
  ).toEqual([
    { id, engine_id: other.id },
    { id: doubtful, engine_id: engineId },
  ]);
});

test('unpairing, here or in the browser, revokes the token and leaves waiting messages to a person', async () => {
  const ada = await person();
  const eve = await person();
  const first = await ada.pair();
  const id = await schedule(ada, first.engineId);
  expect((await eve.call('POST', `/engines/${first.engineId}/unpair`, {})).status).toBe(404);
  expect((await open(first.token)).status).toBe(200);
  expect(await ada.call('POST', `/engines/${first.engineId}/unpair`, {})).toMatchObject({ status: 200 });
  expect((await open(first.token)).status).toBe(401);
  expect(await ada.list()).toEqual([]);
  expect(await holdsOf(ada, id)).toMatchObject([{ rule: 'engine_gone' }]);

  const second = await ada.pair();
  expect((await post('/engine/extension/unpair', {}, second.token)).status).toBe(200);
  expect((await post('/engine/extension/unpair', {}, second.token)).status).toBe(401);
  expect(await ada.list()).toEqual([]);
  const entries = await run(`select action from audit_entries where subject = any ($1) order by created_at, id`, [
    first.engineId,
    second.engineId,
  ]);
  expect(entries.map(({ action }) => action)).toEqual(['engine.pair', 'engine.unpair', 'engine.pair', 'engine.unpair']);
});

test('the browser learns what waits in its own lane', async () => {
  const ada = await person();
  const { engineId, token } = await ada.pair();
  await schedule(ada, engineId);
  const { generation } = (await open(token)).body;
  const queue = await post('/engine/extension/queue', { generation }, token);
  expect(queue.body).toMatchObject({ pending: 1, due: 1, nextDueAt: expect.any(String) });
  expect((await post('/engine/extension/queue', { generation: generation - 1 }, token)).status).toBe(409);
});

test('after a night of sleep a laptop’s 40 messages need a decision, and none is sent before', async () => {
  const ada = await person();
  const { engineId, token } = await ada.pair();
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(await schedule(ada, engineId));
  await run(`update messages set due_at = now() - interval '5 hours', claimable_at = now() - interval '5 hours'
    where engine_id = '${engineId}'`);
  await run(`update engine_lanes set expires_at = now() - interval '8 hours' where engine_id = $1`, engineId);
  // The server itself notices that the lane sends nothing.
  const outSince = async () =>
    (await run('select out_since from engine_lanes where engine_id = $1', engineId))[0].out_since;
  await expect.poll(outSince).not.toBeNull();

  const { generation } = (await open(token)).body;
  await run(`update engines set status = 'connected' where id = $1`, engineId);
  const claim = async () =>
    (await post<{ messages: { _id: string }[] }>('/engine/claim', { generation, limit: 50, resume: false }, token)).body
      .messages;
  expect(await claim()).toEqual([]);
  const questions = async () =>
    (await ada.call<{ data: { engineId: string; count: number }[] }>('GET', '/messages/overdue')).body.data;
  expect(await questions()).toMatchObject([{ engineId, count: 40 }]);
  expect(await holdsOf(ada, ids[0] ?? '')).toMatchObject([{ rule: 'overdue' }]);

  const answer = (expected: number, how: object) =>
    ada.call('POST', '/messages/overdue/answer', { campaign: null, engineId, expected, answer: how });
  expect(await answer(39, { as: 'send' })).toMatchObject({ status: 422 });
  expect(await answer(40, { as: 'move', date: '2090-01-01', zone: 'UTC' })).toMatchObject({ body: { changed: 40 } });
  expect(await questions()).toEqual([]);
  expect(await claim()).toEqual([]);
});

test('a browser with a revoked pairing can neither claim nor report, on a second server either', async () => {
  const ada = await person();
  const { engineId, token } = await ada.pair();
  const id = await schedule(ada, engineId);
  const { generation } = (await open(token)).body;
  await ada.call('POST', `/engines/${engineId}/unpair`, {});
  for (const [path, body] of [
    ['/engine/claim', { generation, limit: 5, resume: true }],
    ['/engine/renew', { generation, instanceId: randomUUID() }],
    ['/engine/extension/queue', { generation }],
  ] as const)
    expect((await post(path, body, token)).status, path).toBe(401);
  expect((await ada.call<MessageDetail>('GET', `/messages/${id}`)).body.status).toBe('pending');

  const other = await startTestServer({ config: { demo: true } });
  try {
    const grace = await ada.pair();
    const there = await other.call('POST', '/engine/lease', { holder: 'x', instanceId: randomUUID() }, grace);
    expect(there.status).toBe(401);
  } finally {
    await other.stop();
  }
});
