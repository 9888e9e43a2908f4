import type { Engine } from '@switchyard/contracts/engines/engine';
import type { OfferedDriver } from '@switchyard/contracts/engines/operations';
import type { SessionEvent } from '@switchyard/contracts/engines/session-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { chooseDriver, offeredDrivers } from './drivers.ts';
import { takeLease } from './engine-lease.ts';

/** The namespace of this installation's engine pods. */
const NAMESPACE = 'messaging';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true, kubernetesNamespace: NAMESPACE } });
});
afterAll(() => server.stop());

interface Refusal {
  code: string;
  data?: { limit?: number; faults?: { field: string }[] };
}

/** A person whose workspace has the plan; `as` calls the API for them. */
async function personOn(plan: 'free' | 'pro') {
  const { token, email } = await server.signUp();
  await server.database.pool.query(
    `update workspaces set plan = $1 where id = (select organization_id from workspace_members join users on users.id = user_id where email = $2)`,
    [plan, email],
  );
  return <Body>(method: string, path: string, body?: unknown) =>
    server.call<Body>(method, `/api${path}`, body, { token });
}

const engineRows = async () => (await server.database.pool.query('select * from engines order by id')).rows;

test('spec 000 §4.2: create the session, then its engine; the row has the desired state', async () => {
  const call = await personOn('pro');
  const session = await call<Engine>('POST', '/sessions', {
    engineType: 'session-pod',
    gatewayType: 'wa-js-gcp',
    status: 'initializing',
    active: true,
  });
  expect(session).toMatchObject({
    status: 201,
    body: { status: 'initializing', isLegacy: false, canRestart: true, gatewayType: 'wa-js-gcp' },
  });
  const started = await call<Engine>('POST', '/engines', { sessionId: session.body._id });
  expect(started.status).toBe(200);
  const row = (await engineRows()).find((engine) => engine.id === session.body._id);
  expect(row).toMatchObject({ desired: 'running', driver: 'simulator', pod_revision: 0 });
  const events = await call<{ data: SessionEvent[] }>('GET', `/session-events?sessionId=${session.body._id}`);
  expect(events.body.data.map((event) => [event.event, event.state, event.triggerdBy])).toEqual([
    ['session_request', 'initializing', 'user'],
  ]);
});

test('spec 000 §5: without Pro no engine; with Pro one, even for two concurrent requests', async () => {
  const free = await personOn('free');
  expect(await free<Refusal>('POST', '/sessions', {})).toMatchObject({
    status: 403,
    body: { code: 'UPGRADE_REQUIRED' },
  });
  const pro = await personOn('pro');
  const answers = await Promise.all([pro<Refusal>('POST', '/sessions', {}), pro<Refusal>('POST', '/sessions', {})]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
    code: 'ENGINE_LIMIT_REACHED',
    data: { limit: 1 },
  });
});

test('a session is in the configured namespace, named or not', async () => {
  const call = await personOn('pro');
  const session = await call<Engine>('POST', '/sessions', { k8sNamespace: NAMESPACE });
  expect(session).toMatchObject({ status: 201, body: { k8sNamespace: NAMESPACE } });
  expect((await call<{ data: Engine[] }>('GET', '/engines')).body.data).toMatchObject([{ k8sNamespace: NAMESPACE }]);
});

test('a session for another person or place or an unknown driver is refused by field, and nothing is stored', async () => {
  const call = await personOn('pro');
  const before = (await engineRows()).length;
  const answer = await call<Refusal>('POST', '/sessions', {
    owner: '018f0000-0000-7000-8000-000000000000',
    k8sNamespace: 'kube-system',
    driver: 'carrier-pigeon',
  });
  expect(answer.status).toBe(422);
  expect(answer.body.data?.faults?.map((fault) => fault.field)).toEqual(['owner', 'k8sNamespace', 'driver']);
  expect((await engineRows()).length).toBe(before);
});

test('restart: a new revision and time; refused while starting, and for legacy engines', async () => {
  const call = await personOn('pro');
  const { _id } = (await call<Engine>('POST', '/sessions', {})).body;
  await call('POST', '/engines', { sessionId: _id });
  expect(await call('POST', `/engines/${_id}/restart`)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_STARTING' },
  });

  await server.database.pool.query(`update engines set status = 'connected', qrcode = 'old' where id = $1`, [_id]);
  const restarted = await call<Engine>('POST', `/engines/${_id}/restart`);
  expect(restarted).toMatchObject({ status: 200, body: { status: 'initializing', qrcode: null } });
  expect(restarted.body.lastRestart).not.toBeNull();
  expect((await engineRows()).find((engine) => engine.id === _id)).toMatchObject({
    pod_revision: 1,
    desired: 'running',
  });

  const stuck = `update engines set updated_at = now() - interval '10 minutes' where id = $1`;
  await server.database.pool.query(stuck, [_id]);
  expect((await call('POST', `/engines/${_id}/restart`)).status).toBe(200);

  await server.database.pool.query(`update engines set engine_type = 'vm' where id = $1`, [_id]);
  expect(await call('POST', `/engines/${_id}/restart`)).toMatchObject({ status: 409, body: { code: 'LEGACY_ENGINE' } });
  expect((await engineRows()).find((engine) => engine.id === _id)).toMatchObject({ pod_revision: 2 });
});

test('delete: the engine, then the session; repeating the first is no error, repeating the second is 404', async () => {
  const call = await personOn('pro');
  const { _id } = (await call<Engine>('POST', '/sessions', {})).body;
  await call('POST', '/engines', { sessionId: _id });
  expect((await call('DELETE', `/engines/${_id}`)).status).toBe(200);
  expect((await call('DELETE', `/engines/${_id}`)).status).toBe(200);
  expect((await engineRows()).find((engine) => engine.id === _id)).toMatchObject({
    desired: 'absent',
    // Valid until its process has ended, so that it can return what it holds.
    token_version: 1,
    status: 'disconnected',
  });
  expect((await call('DELETE', `/sessions/${_id}`)).status).toBe(200);
  expect((await call('DELETE', `/sessions/${_id}`)).status).toBe(404);
  const events = await call<{ data: SessionEvent[] }>('GET', `/session-events?sessionId=${_id}`);
  expect(events.body.data.map((event) => event.event)).toEqual([
    'session_removed',
    'session_cleanup',
    'session_request',
  ]);
  const only = async (filter: string) =>
    (await call<{ data: SessionEvent[] }>('GET', `/session-events?sessionId=${_id}&${filter}`)).body.data?.map(
      (event) => event.event,
    );
  expect(await only('severity=warning')).toEqual(['session_removed', 'session_cleanup']);
  expect(await only('severity=error')).toEqual([]);
  expect(await only('event=session_request')).toEqual(['session_request']);
  expect((await call('GET', `/session-events?severity=loud`)).status).toBe(422);
});

test('another workspace finds nothing in any way, and the engine is not changed', async () => {
  const owner = await personOn('pro');
  const { _id } = (await owner<Engine>('POST', '/sessions', {})).body;
  const before = (await engineRows()).find((engine) => engine.id === _id);
  const outsider = await personOn('pro');
  const tries: [string, string, unknown?][] = [
    ['POST', '/engines', { sessionId: _id }],
    ['POST', `/engines/${_id}/restart`],
    ['PATCH', `/sessions/${_id}`, { status: 'initializing' }],
    ['DELETE', `/engines/${_id}`],
    ['DELETE', `/sessions/${_id}`],
  ];
  for (const [method, path, body] of tries) expect((await outsider(method, path, body)).status).toBe(404);
  expect((await outsider<{ total: number }>('GET', '/engines')).body.total).toBe(0);
  expect((await engineRows()).find((engine) => engine.id === _id)).toEqual(before);
});

test('offers the drivers of this server, the default first; the simulator only in demo mode', async () => {
  const call = await personOn('pro');
  const { body } = await call<OfferedDriver[]>('GET', '/engine-drivers');
  expect(body.map((driver) => [driver.name, driver.isDefault])).toEqual([
    ['simulator', true],
    ['baileys', false],
    ['wa-js', false],
    ['cloud-api', false],
  ]);
  expect(body.find((driver) => driver.name === 'cloud-api')?.pairing).toEqual(['token']);
  expect(offeredDrivers({ demo: false }).map((driver) => driver.name)).toEqual(['wa-js', 'baileys', 'cloud-api']);
  expect(chooseDriver({ demo: false }, 'simulator')).toBeNull();
  const withDriver = await call<Engine>('POST', '/sessions', { driver: 'cloud-api' });
  expect(withDriver.body).toMatchObject({ driver: 'cloud-api', pairing: ['token'] });
});

test('a new engine of a real driver starts with full buckets at the driver’s safe pace or the requested one; the simulator has no limits', async () => {
  const laneOf = async (body: unknown) => {
    const call = await personOn('pro');
    const created = await call<Engine>('POST', '/sessions', body);
    const { rows } = await server.database.pool.query(
      `select known_per_minute, new_per_minute, burst, daily_cap, known_tokens, new_tokens from engine_lanes where engine_id = $1`,
      [created.body._id],
    );
    return rows[0];
  };
  const call = await personOn('pro');
  const { body: offered } = await call<OfferedDriver[]>('GET', '/engine-drivers');
  for (const { name, pace } of offered) {
    expect(await laneOf({ driver: name })).toEqual({
      known_per_minute: pace.knownPerMinute,
      new_per_minute: pace.newPerMinute,
      burst: pace.burst,
      daily_cap: pace.dailyCap,
      known_tokens: pace.burst,
      new_tokens: pace.burst,
    });
    expect(pace.newPerMinute === null).toBe(name === 'simulator');
  }
  const pace = { knownPerMinute: 3, newPerMinute: null, burst: 2, dailyCap: 50 };
  expect(await laneOf({ driver: 'baileys', pace })).toMatchObject({
    known_per_minute: 3,
    new_per_minute: null,
    daily_cap: 50,
    new_tokens: 2,
  });
  expect(await call('POST', '/sessions', { driver: 'baileys', pace: { ...pace, burst: 0 } })).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'pace.burst' }] } },
  });
});

test('an invalid id is not found by any call', async () => {
  const call = await personOn('pro');
  const tries: [string, string, unknown?][] = [
    ['GET', '/engines/x1/explore'],
    ['POST', '/engines/x1/restart'],
    ['POST', '/engines/x1/refresh-qr'],
    ['PATCH', '/sessions/x1', { name: 'Another' }],
    ['DELETE', '/engines/x1'],
    ['DELETE', '/sessions/x1'],
  ];
  for (const [method, path, body] of tries) {
    expect(await call(method, path, body), `${method} ${path}`).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  }
});

test('a silent process is not listed as connected, with the time since when', async () => {
  const call = await personOn('pro');
  const { _id } = (await call<Engine>('POST', '/sessions', {})).body;
  await call('POST', '/engines', { sessionId: _id });
  const { pool } = server.database;
  const asks = { holder: 'pod', instanceId: newId() };
  const { generation } = await takeLease(pool, { engineId: _id, tokenVersion: 1 }, asks);
  await pool.query(`update engines set status = 'connected', status_generation = $2 where id = $1`, [_id, generation]);
  const listed = async () => (await call<{ data: Engine[] }>('GET', '/engines')).body.data[0];
  expect(await listed()).toMatchObject({ status: 'connected', silentSince: null });
  await pool.query(`update engine_lanes set expires_at = '2026-01-01T00:00:15Z' where engine_id = $1`, [_id]);
  expect(await listed()).toMatchObject({
    status: 'disconnected',
    connection: null,
    silentSince: '2026-01-01T00:00:00.000Z',
    abilities: { restart: true, logOut: false },
  });
});
