import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueTicket, ticketRights } from '../../domains/accounts/live-ticket.ts';
import type { Domain } from '../domain.ts';
import { defineEvent } from '../events.ts';
import { createLog } from '../logging/log.ts';
import { createListener } from './listener.ts';

const changed = defineEvent('contacts.stale', () => [{ type: 'contacts.stale' }]);
const browsers: Domain = {
  name: 'browsers',
  topicRights: async (credentials, { secret }) => ticketRights(secret, credentials, Date.now()),
};
const engines: Domain = {
  name: 'engines',
  topicRights: async ({ username, password }) =>
    password === 'engine-token' ? { publish: [`engine/${username}/#`], subscribe: [`engine/${username}/#`] } : null,
};

let server: TestServer;
const clients: MqttClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ domains: [engines, browsers] });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(() => server.stop());

async function connect(url: string, username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(url, { username, password, reconnectPeriod: 0 }, false);
  clients.push(client);
  return client;
}
const next = (client: MqttClient) =>
  new Promise<string>((resolve) => client.once('message', (topic, payload) => resolve(`${topic} ${payload}`)));

const ticket = (workspaceId: string, expiresAtMs = Date.now() + 60_000) =>
  issueTicket(server.platform.secret, { userId: 'u1', workspaceId }, expiresAtMs);
const webSocket = () => `${server.url.replace('http', 'ws')}/mqtt`;

test('delivers pokes to an engine, and its presence to the server', async () => {
  const { broker } = server.platform;
  const engine = await connect(broker.engineUrl, 'e1', 'engine-token');
  await engine.subscribeAsync('engine/e1/poke');
  const poke = next(engine);
  broker.publish('engine/e1/poke', 'now');
  expect(await poke).toBe('engine/e1/poke now');

  const received = new Promise((resolve) => broker.subscribe('engine/+/presence', (...told) => resolve(told)));
  engine.publish('engine/e1/presence', 'online');
  expect(await received).toEqual(['engine/e1/presence', 'online']);
});

test('prevents an engine from reading or writing another’s topics', async () => {
  const engine = await connect(server.platform.broker.engineUrl, 'e1', 'engine-token');
  for (const filter of ['engine/e2/poke', 'engine/+/poke', 'engine/#', '#', 'workspace/w1/live', '$SYS/#']) {
    await expect(engine.subscribeAsync(filter), filter).rejects.toThrow();
  }
  const received: string[] = [];
  const end = server.platform.broker.subscribe('engine/e2/#', (topic) => received.push(topic));
  const closed = new Promise<void>((resolve) => engine.once('close', () => resolve()));
  engine.publish('engine/e2/presence', 'forged');
  await closed;
  end();
  expect(received).toEqual([]);
});

test('lets a browser read only its own workspace over the WebSocket', async () => {
  const { username, password } = ticket('w1');
  const browser = await connect(webSocket(), username, password);
  await browser.subscribeAsync(['workspace/w1/live', 'user/u1/live']);
  await expect(browser.subscribeAsync('workspace/w2/live')).rejects.toThrow();
  await expect(browser.subscribeAsync('workspace/+/live')).rejects.toThrow();
  const message = next(browser);
  server.platform.events.dispatch([changed('w2')]);
  server.platform.events.dispatch([changed('w1')]);
  expect(await message).toBe('workspace/w1/live {"type":"contacts.stale"}');
});

test.each([
  ['a wrong password', () => ({ username: 'e1', password: 'guess' })],
  ['no credentials', () => ({ username: '', password: '' })],
  ['an expired ticket', () => ticket('w1', Date.now() - 1)],
  ['a ticket whose workspace was changed', () => ({ ...ticket('w1'), username: ticket('w2').username })],
])('refuses %s', async (_what, credentials) => {
  const { username, password } = credentials();
  await expect(connect(webSocket(), username, password)).rejects.toThrow(/Bad username or password|Not authorized/i);
});

// Ten thousand engines keep their connections for days.
test('retains nothing of a sign-in while the client is connected', async () => {
  const listener = await createListener({
    rightsOf: async () => ({ publish: [], subscribe: [] }),
    revoked: async () => [],
    log: createLog('silent'),
    connectionsPerAddress: 10,
    requestTimeoutMs: 10_000,
  });
  onTestFinished(() => listener.close());
  const { authenticate } = listener.aedes;
  let decided = new WeakRef<object>({});
  listener.aedes.authenticate = (client, username, password, done) => {
    decided = new WeakRef(done);
    authenticate(client, username, password, done);
  };
  const client = await connect(`mqtt://127.0.0.1:${await listener.listen(0, '127.0.0.1')}`, 'e1', 'engine-token');
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  await vi.waitFor(() => {
    collect();
    expect(decided.deref()).toBeUndefined();
  });
  expect(client.connected).toBe(true);
});
