import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { topics } from '@switchyard/contracts/live/topics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { takeLease } from './engine-lease.ts';

/**
 * No call on a healthy engine may trap it in a state that is not its own: a hidden code, a start that nobody performs,
 * a restart that is refused.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
});
afterAll(() => server.stop());

const CONNECTED = { status: 'connected', qrcode: null };
const PAIRING = { status: 'qrcode', qrcode: '2@abc' };
type State = typeof CONNECTED | typeof PAIRING;

/** A person whose only engine answers every command. */
async function createOwner() {
  const { token, email } = await server.signUp();
  await server.database.pool.query(
    `update workspaces set plan = 'pro' where id = (select organization_id from workspace_members join users on users.id = user_id where email = $1)`,
    [email],
  );
  const call = <Body = { code?: string }>(method: string, path: string, body?: unknown) =>
    server.call<Body>(method, `/api${path}`, body, { token });
  const { _id } = (await call<Engine>('POST', '/sessions', {})).body;
  const { broker } = server.platform;
  broker.subscribe(topics.engineCommand(_id), (_topic, payload) => {
    const { id } = JSON.parse(payload) as EngineCommand;
    broker.publish(topics.engineReply(_id), JSON.stringify({ id, ok: true, data: { code: 'ABCD1234' } }));
  });
  const currentState = async () => {
    const { body } = await call<{ data: Engine[] }>('GET', '/engines');
    const [engine] = body.data;
    return { status: engine?.status, qrcode: engine?.qrcode, restart: engine?.abilities.restart };
  };
  return { _id, call, shown: currentState };
}
let owner: Promise<Awaited<ReturnType<typeof createOwner>>> | undefined;

/** Takes the lease as an engine process and reports its state. */
async function reportAs(engineId: string, { status, qrcode }: State): Promise<void> {
  const { pool } = server.database;
  const taker = { holder: 'pod', instanceId: newId() };
  const { generation } = await takeLease(pool, { engineId, tokenVersion: 1 }, taker);
  await pool.query(`update engines set status = $2, qrcode = $3, status_generation = $4 where id = $1`, [
    engineId,
    status,
    qrcode,
    generation,
  ]);
}

/** An engine that was never restarted and whose process has reported this state. */
async function healthyEngine(state: State) {
  owner ??= createOwner();
  const { _id, call, shown } = await owner;
  await call('POST', '/engines', { sessionId: _id });
  await server.database.pool.query('update engines set last_restart = null where id = $1', [_id]);
  await reportAs(_id, state);
  return { _id, call, shown };
}

const PACING = { knownPerMinute: 5, newPerMinute: 1, burst: 2, dailyCap: 100, quietFrom: null, quietTo: null };
const timestamp = new Date(Date.UTC(2026, 0, 1)).toISOString();
/** Every call on an engine that is not meant to end or replace its process, with the expected answer. */
const CALLS: [string, string, unknown?, number?][] = [
  ['GET', '/engines'],
  ['GET', '/engines/ID/explore'],
  ['GET', '/engines/ID/lane'],
  ['GET', '/session-events?sessionId=ID'],
  ['POST', '/engines', { sessionId: 'ID' }],
  ['PATCH', '/sessions/ID', {}],
  ['PATCH', '/sessions/ID', { name: 'Another' }],
  ['PATCH', '/sessions/ID', { lastRestart: timestamp }],
  ['PATCH', '/sessions/ID', { status: 'initializing', lastRestart: timestamp }],
  ['PATCH', '/sessions/ID', { status: 'initializing' }, 409],
  ['PATCH', '/sessions/ID', { status: 'initializing', name: 'Another' }, 409],
  ['PATCH', '/sessions/ID', { status: 'connected' }, 422],
  ['PUT', '/engines/ID/pacing', PACING],
  ['POST', '/engines/ID/refresh-qr'],
  ['POST', '/engines/ID/pairing-code', { phoneNumber: '+447700900123' }],
  // The engine obeys and reports it itself.
  ['POST', '/engines/ID/log-out'],
];

const cases = [CONNECTED, PAIRING].flatMap((state) =>
  CALLS.map(([method, path, body, answer = 200]) => ({ state, method, path, body, answer })),
);
test.each(cases)('$state.status: $method $path $body', async ({ state, method, path, body, answer }) => {
  const { _id, call, shown } = await healthyEngine(state);
  const withId = (text: string) => text.replaceAll('ID', _id);
  const input = body === undefined ? undefined : JSON.parse(withId(JSON.stringify(body)));
  const { status, body: said } = await call(method, withId(path), input);
  expect({ status, said }).toMatchObject({ status: answer });
  expect(await shown()).toEqual({ ...state, restart: true });
});

test.each([CONNECTED, PAIRING])(
  '$status: a restart as in spec 000 §4.2; then the engine reports its status',
  async (state) => {
    const { _id, call, shown } = await healthyEngine(state);
    expect((await call('POST', `/engines/${_id}/restart`)).status).toBe(200);
    const mark = { status: 'initializing', lastRestart: new Date().toISOString() };
    expect((await call('PATCH', `/sessions/${_id}`, mark)).status).toBe(200);
    expect((await call('PATCH', `/sessions/${_id}`, { status: 'initializing' })).status).toBe(200);
    expect(await shown()).toEqual({ status: 'initializing', qrcode: null, restart: false });
    expect(await call('POST', `/engines/${_id}/restart`)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_STARTING' },
    });
    // A new process that is faster than the page: its report wins.
    await reportAs(_id, state);
    expect((await call('PATCH', `/sessions/${_id}`, mark)).status).toBe(200);
    expect((await call('PATCH', `/sessions/${_id}`, { status: 'initializing' })).status).toBe(200);
    expect(await shown()).toEqual({ ...state, restart: true });
  },
);

test.each([CONNECTED, PAIRING])('$status: after stop and start it is starting at once', async (state) => {
  const { _id, call, shown } = await healthyEngine(state);
  expect((await call('DELETE', `/engines/${_id}`)).status).toBe(200);
  expect(await shown()).toEqual({ status: 'disconnected', qrcode: null, restart: true });
  expect((await call('POST', '/engines', { sessionId: _id })).status).toBe(200);
  expect(await shown()).toEqual({ status: 'initializing', qrcode: null, restart: false });
});
