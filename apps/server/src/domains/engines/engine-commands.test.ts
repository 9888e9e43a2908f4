import type { EngineCommand, EngineReply } from '@switchyard/contracts/engine/commands';
import type { EngineDetail } from '@switchyard/contracts/engines/detail';
import type { Engine } from '@switchyard/contracts/engines/engine';
import type { WhatsappNumber } from '@switchyard/contracts/engines/numbers';
import type { SessionEvent } from '@switchyard/contracts/engines/session-events';
import { topics } from '@switchyard/contracts/live/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueEngineToken } from './engine-token.ts';

let server: TestServer;
const clients: MqttClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(() => server.stop());

type Call = <Body>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>;

/** A person with their own engine session. */
async function ownerOfEngine(): Promise<{ call: Call; engineId: string; email: string }> {
  const { token, email } = await server.signUp();
  await server.database.pool.query(
    `update workspaces set plan = 'pro' where id = (select organization_id from workspace_members join users on users.id = user_id where email = $1)`,
    [email],
  );
  const call: Call = (method, path, body) => server.call(method, `/api${path}`, body, { token });
  const engineId = (await call<Engine>('POST', '/sessions', {})).body._id;
  return { call, engineId, email };
}

/** A stand-in for the engine's process at the broker. If `answer` returns null, it stays silent. */
async function engineProcess(engineId: string, answer: (command: EngineCommand) => object | null): Promise<string[]> {
  const token = issueEngineToken(server.platform.secret, { engineId, tokenVersion: 1 });
  const taken = await server.call<{ generation: number }>(
    'POST',
    '/engine/lease',
    { holder: 'pod-a', instanceId: '018f0000-0000-4000-8000-000000000001' },
    { token },
  );
  await server.call(
    'POST',
    '/engine/events',
    { generation: taken.body.generation, status: 'qrcode', qrcode: 'scan-me', qrcodeLifeMs: 20_000 },
    { token },
  );
  const client = await mqtt.connectAsync(server.platform.broker.engineUrl, { username: engineId, password: token });
  clients.push(client);
  const commands: string[] = [];
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as EngineCommand;
    commands.push(command.name);
    const reply = answer(command);
    if (reply)
      client.publish(topics.engineReply(engineId), JSON.stringify({ id: command.id, ...reply } as EngineReply));
  });
  await client.subscribeAsync(topics.engineCommand(engineId));
  return commands;
}

test('a command reaches the process and its answer comes back', async () => {
  const { call, engineId } = await ownerOfEngine();
  const commands = await engineProcess(engineId, ({ name }) => ({
    ok: true,
    data: name === 'pairing-code' ? { code: 'ABCD1234' } : {},
  }));
  const response = await call('POST', `/engines/${engineId}/pairing-code`, { phoneNumber: '+447700900001' });
  expect(response).toMatchObject({ status: 200, body: { code: 'ABCD1234' } });
  expect(await call('POST', `/engines/${engineId}/refresh-qr`)).toMatchObject({ status: 200 });
  expect(await call('POST', `/engines/${engineId}/log-out`)).toMatchObject({ status: 200 });
  expect(commands).toEqual(['pairing-code', 'refresh-pairing', 'log-out']);
});

test('the QR code comes with its expiry and the pairing options', async () => {
  const { call, engineId } = await ownerOfEngine();
  await engineProcess(engineId, () => null);
  const [engine] = (await call<{ data: Engine[] }>('GET', '/engines')).body.data;
  expect(engine).toMatchObject({
    status: 'qrcode',
    qrcode: 'scan-me',
    pairing: ['qr', 'code'],
    connection: { domain: 'simulated WhatsApp', connectedFrom: 'mqtt', browserType: 'Gateway' },
    abilities: { logOut: false, refreshQr: true, pairByCode: true },
  });
  const leftMs = new Date(engine?.qrcodeUntil ?? 0).getTime() - Date.now();
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(20_000);
});

test('a refusal uses the engine’s own words; a bad number is refused at its field', async () => {
  const { call, engineId } = await ownerOfEngine();
  await engineProcess(engineId, () => ({ ok: false, error: 'the engine is paired' }));
  expect(await call('POST', `/engines/${engineId}/refresh-qr`)).toMatchObject({
    status: 409,
    body: { code: 'ENGINE_REFUSED', message: 'The connection couldn’t do it: the engine is paired.' },
  });
  const answer = await call('POST', `/engines/${engineId}/pairing-code`, { phoneNumber: '0770' });
  expect(answer.status).toBe(422);
});

test('no answer within ten seconds is reported plainly', { timeout: 20_000 }, async () => {
  const { call, engineId } = await ownerOfEngine();
  const commands = await engineProcess(engineId, () => null);
  expect(await call('POST', `/engines/${engineId}/log-out`)).toMatchObject({
    status: 409,
    body: { code: 'ENGINE_AWAY' },
  });
  expect(commands).toEqual(['log-out']);
});

test('the explorer shows what process, lease and lane report; without a process it says so', async () => {
  const { call, engineId } = await ownerOfEngine();
  const before = (await call<EngineDetail>('GET', `/engines/${engineId}/explore`)).body;
  expect(before).toMatchObject({ lease: null, process: null, podMemoryBytes: null });
  await engineProcess(engineId, () => ({
    ok: true,
    data: { status: 'qrcode', memoryBytes: 70_000_000, uptimeSeconds: 5 },
  }));
  await server.database.pool.query(
    `update engine_lanes set known_per_minute = 20, daily_cap = 500, restriction_scope = 'new' where engine_id = $1`,
    [engineId],
  );
  const explored = (await call<EngineDetail>('GET', `/engines/${engineId}/explore`)).body;
  expect(explored).toMatchObject({
    engine: { _id: engineId, status: 'qrcode' },
    lease: { holder: 'pod-a', generation: expect.any(Number), isLive: true },
    process: { memoryBytes: 70_000_000, uptimeSeconds: 5, status: 'qrcode' },
    pacing: { knownPerMinute: 20, newPerMinute: null, dailyCap: 500, restriction: { scope: 'new', until: null } },
  });
});

test.each([-3_600_000, 3_600_000])(
  'a server whose clock is %i ms off still tells which lease and restriction are current',
  async (offMs) => {
    const { call, engineId } = await ownerOfEngine();
    await engineProcess(engineId, () => ({ ok: true, data: {} }));
    await server.database.pool.query(
      `update engine_lanes set restriction_scope = 'all', restricted_until = now() + interval '10 minutes' where engine_id = $1`,
      [engineId],
    );
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + offMs);
    try {
      const explored = (await call<EngineDetail>('GET', `/engines/${engineId}/explore`)).body;
      expect(explored).toMatchObject({ lease: { isLive: true }, pacing: { restriction: { scope: 'all' } } });
      await server.database.pool.query(
        `update engine_lanes set expires_at = now(), restricted_until = now() where engine_id = $1`,
        [engineId],
      );
      const later = (await call<EngineDetail>('GET', `/engines/${engineId}/explore`)).body;
      expect(later).toMatchObject({ lease: { isLive: false }, pacing: { restriction: null } });
    } finally {
      clock.mockRestore();
    }
  },
);

test('outsiders find nothing and send no command; a platform admin may view only', async () => {
  const { engineId } = await ownerOfEngine();
  const commands = await engineProcess(engineId, () => ({ ok: true, data: {} }));
  const outsider = await ownerOfEngine();
  const requests: [string, unknown?][] = [
    ['log-out'],
    ['refresh-qr'],
    ['pairing-code', { phoneNumber: '+447700900001' }],
  ];
  for (const [command, body] of requests) {
    expect((await outsider.call('POST', `/engines/${engineId}/${command}`, body)).status).toBe(404);
  }
  expect((await outsider.call('GET', `/engines/${engineId}/explore`)).status).toBe(404);
  expect(commands).toEqual([]);

  await server.database.pool.query(`update users set role = 'admin' where email = $1`, [outsider.email]);
  expect((await outsider.call('GET', `/engines/${engineId}/explore`)).status).toBe(200);
  expect((await outsider.call('POST', `/engines/${engineId}/log-out`)).status).toBe(404);
});

test('support mode may view, not change', async () => {
  const owner = await ownerOfEngine();
  const commands = await engineProcess(owner.engineId, () => ({ ok: true, data: {} }));
  const admin = await server.signUp();
  await server.database.pool.query(`update users set role = 'admin' where email = $1`, [admin.email]);
  const { rows } = await server.database.pool.query<{ id: string }>('select id from users where email = $1', [
    owner.email,
  ]);
  await server.database.pool.query(
    `insert into support_grants (id, admin_id, user_id, workspace_id, reason, ends_at)
     select uuidv7(), admins.id, $2, engines.workspace_id, 'asked', now() + interval '1 hour' from users admins, engines
     where admins.email = $1 and engines.id = $3`,
    [admin.email, rows[0]?.id, owner.engineId],
  );
  const options = { token: admin.token, headers: { 'x-supported-user-id': rows[0]?.id ?? '' } };
  const list = await server.call<{ data: Engine[] }>('GET', '/api/engines', undefined, options);
  expect(list.body.data[0]).toMatchObject({
    _id: owner.engineId,
    canDelete: false,
    canRestart: false,
    abilities: { logOut: false, refreshQr: false, pairByCode: false },
  });
  expect((await server.call('GET', `/api/engines/${owner.engineId}/explore`, undefined, options)).status).toBe(200);
  const refused = await server.call('POST', `/api/engines/${owner.engineId}/refresh-qr`, undefined, options);
  expect(refused.status).toBe(403);
  expect(commands.filter((name) => name !== 'health')).toEqual([]);
});

test('session events come newest first, or oldest first on request', async () => {
  const { call, engineId } = await ownerOfEngine();
  await call('POST', '/engines', { sessionId: engineId });
  await call('DELETE', `/engines/${engineId}`);
  const names = async (sort: string) => {
    const { body } = await call<{ data: SessionEvent[] }>('GET', `/session-events?sessionId=${engineId}${sort}`);
    return body.data.map((event) => event.event);
  };
  expect(await names('')).toEqual(['session_cleanup', 'session_request']);
  expect(await names('&sort=-fromDateTime')).toEqual(['session_cleanup', 'session_request']);
  expect(await names('&sort=fromDateTime')).toEqual(['session_request', 'session_cleanup']);
  expect((await call('GET', '/session-events?sort=podId')).status).toBe(422);
});

test('numbers list their engine, owner and WhatsApp’s rating, if available', async () => {
  const rated = await ownerOfEngine();
  const rating = { verifiedName: 'Bakery', quality: 'high', peoplePerDay: 2_000 };
  await engineProcess(rated.engineId, ({ name }) => (name === 'rating' ? { ok: true, data: rating } : null));
  const numbers = async ({ call }: { call: Call }) =>
    (await call<{ data: WhatsappNumber[]; total: number }>('GET', '/whatsapp-numbers')).body;
  expect(await numbers(rated)).toEqual({ data: [], total: 0 });

  const link = (engineId: string, driver: string, number: string) =>
    server.database.pool.query(
      `update engines set driver = $2, phone_number = $3, status = 'connected' where id = $1`,
      [engineId, driver, number],
    );
  await link(rated.engineId, 'cloud-api', '+447700900601');
  await server.database.pool.query(
    `update engine_lanes set daily_cap = 1000, restriction_scope = 'new', restricted_until = now() - interval '1 minute' where engine_id = $1`,
    [rated.engineId],
  );
  expect(await numbers(rated)).toMatchObject({
    data: [
      {
        phoneNumber: '+447700900601',
        status: 'connected',
        member: { fullName: expect.stringContaining('Person') },
        limits: { dailyCap: 1_000, sentToday: 0, restriction: null },
        isRated: true,
        rating,
      },
    ],
    total: 1,
  });

  const simulated = await ownerOfEngine();
  await engineProcess(simulated.engineId, () => null);
  await link(simulated.engineId, 'simulator', '+447700900602');
  expect(await numbers(simulated)).toMatchObject({ data: [{ isRated: false, rating: null }], total: 1 });
});
