import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueTicket, ticketRights } from '../../domains/accounts/live-ticket.ts';
import type { Domain } from '../domain.ts';
import { defineEvent } from '../events.ts';
import { freePort } from '../free-port.ts';

/** The two servers need an MQTT 5 broker between them: the machine's mosquitto, if it has one. */
const mosquitto = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'].find(existsSync);

async function startOutside(program: string): Promise<{ outside: ChildProcess; url: string }> {
  const port = await freePort();
  return { outside: spawn(program, ['-p', String(port)], { stdio: 'ignore' }), url: `mqtt://127.0.0.1:${port}` };
}

const changed = defineEvent('contacts.stale', () => [{ type: 'contacts.stale' }]);
const browsers: Domain = {
  name: 'browsers',
  topicRights: async (credentials, { secret }) => ticketRights(secret, credentials, Date.now()),
};
const engines: Domain = {
  name: 'engines',
  topicRights: async ({ username }) =>
    username.startsWith('e')
      ? { publish: [`engine/${username}/#`], subscribe: [`engine/${username}/#`], workspaceId: `of-${username}` }
      : null,
};

const clients: MqttClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

async function carries(from: TestServer, to: TestServer, topic: string): Promise<void> {
  let isReceived = false;
  const end = to.platform.broker.subscribe(topic, () => {
    isReceived = true;
  });
  await vi.waitFor(() => {
    from.platform.broker.publish(topic, 'ping');
    expect(isReceived).toBe(true);
  }, 10_000);
  end();
}

async function connect(server: TestServer, username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(server.platform.broker.engineUrl, { username, password, reconnectPeriod: 0 });
  clients.push(client);
  return client;
}

/** A browser that views a workspace. */
async function watch(server: TestServer, workspaceId: string): Promise<MqttClient> {
  const person = { userId: 'u1', workspaceId };
  const { username, password } = issueTicket(server.platform.secret, person, Date.now() + 60_000);
  const browser = await connect(server, username, password);
  await browser.subscribeAsync(`workspace/${workspaceId}/live`);
  return browser;
}

const next = (client: MqttClient) =>
  new Promise<string>((resolve) => client.once('message', (_topic, payload) => resolve(payload.toString())));

describe.runIf(mosquitto)('two servers on one broker', () => {
  let outside: ChildProcess;
  let url: string;
  let serverA: TestServer;
  let serverB: TestServer;
  beforeAll(async () => {
    const started = await startOutside(mosquitto ?? '');
    outside = started.outside;
    url = started.url;
    serverA = await startTestServer({ domains: [engines, browsers], config: { mqttUrl: started.url } });
    serverB = await startTestServer({ domains: [engines, browsers], config: { mqttUrl: started.url } });
    // Both have subscribed once a message of one reaches the other.
    await Promise.all([carries(serverA, serverB, 'engine/e0/a'), carries(serverB, serverA, 'engine/e0/b')]);
  });
  afterAll(async () => {
    await Promise.all([serverA.stop(), serverB.stop()]);
    outside.kill();
  });

  test("delivers pokes between servers, and an engine's presence to the other server once", async () => {
    const engine = await connect(serverA, 'e1', 'token');
    await engine.subscribeAsync('engine/e1/poke');
    const poke = next(engine);
    serverB.platform.broker.publish('engine/e1/poke', 'now');
    expect(await poke).toBe('now');

    const received: string[] = [];
    const ends = [serverA, serverB].map((server) =>
      server.platform.broker.subscribe('engine/e1/+', (_topic, payload) => received.push(payload)),
    );
    await watch(serverB, 'of-e1');
    await carries(serverA, serverB, 'engine/e0/f');
    await engine.publishAsync('engine/e1/presence', 'online', { qos: 1 });
    await engine.publishAsync('engine/e1/last', 'last', { qos: 1 });
    await expect.poll(() => received.filter((payload) => payload === 'last').length).toBe(2);
    expect(received.filter((payload) => payload === 'online')).toHaveLength(2);
    for (const end of ends) end();
  });

  test('receives engines of other servers only in workspaces that its browsers watch', async () => {
    const received: string[] = [];
    const end = serverB.platform.broker.subscribe('engine/+/presence', (topic, payload) => {
      received.push(`${topic} ${payload}`);
    });
    for (const name of ['e5', 'e6']) {
      const engine = await connect(serverA, name, 'token');
      await engine.publishAsync(`engine/${name}/presence`, 'online', { qos: 1, retain: true });
    }
    await watch(serverB, 'of-e6');
    // Retained by the broker, it arrives as soon as somebody watches.
    await vi.waitFor(() => expect(received).toContain('engine/e6/presence online'), 10_000);
    await carries(serverA, serverB, 'engine/e0/e');
    expect(received).toEqual(['engine/e6/presence online']);
    end();
  });

  test('returns the reply to a command to the server that sent it', async () => {
    const engine = await connect(serverA, 'e7', 'token');
    await engine.subscribeAsync('engine/e7/command');
    engine.on('message', (_topic, command) => void engine.publish('engine/e7/reply', `done: ${command}`));
    const received: string[] = [];
    const ends = [serverA, serverB].map((server, at) =>
      server.platform.broker.subscribe('engine/+/reply', (_topic, payload) => received.push(`${at}: ${payload}`)),
    );
    await vi.waitFor(() => {
      serverB.platform.broker.publish('engine/e7/command', 'look', { qos: 1 });
      expect(received).toContain('1: done: look');
    }, 10_000);
    for (const end of ends) end();
  });

  test('notifies a browser at one server of changes at another', async () => {
    const browser = await watch(serverA, 'w1');
    const message = next(browser);
    serverB.platform.events.dispatch([changed('w1')]);
    expect(await message).toBe('{"type":"contacts.stale"}');
  });

  test('delivers what engines published while the broker was down, and everything again afterwards', async () => {
    const health = async () => (await serverA.call<{ parts: { broker: string } }>('GET', '/health')).body.parts.broker;
    const received: string[] = [];
    const end = serverB.platform.broker.subscribe('engine/e3/presence', (_topic, payload) => received.push(payload));
    await watch(serverB, 'of-e3');
    const engine = await connect(serverA, 'e3', 'token');
    outside.kill('SIGKILL');
    await vi.waitFor(async () => expect(await health()).toBe('away'), 10_000);
    await engine.publishAsync('engine/e3/presence', 'online', { qos: 1, retain: true });

    outside = spawn(mosquitto ?? '', ['-p', new URL(url).port], { stdio: 'ignore' });
    await vi.waitFor(() => expect(received).toContain('online'), 20_000);
    await Promise.all([carries(serverA, serverB, 'engine/e0/c'), carries(serverB, serverA, 'engine/e0/d')]);
    expect(await health()).not.toBe('away');
    end();
  }, 40_000);
});

test('still serves the clients of one server without the external broker', async () => {
  const alone = await startTestServer({ domains: [engines], config: { mqttUrl: 'mqtt://server:bus@127.0.0.1:1' } });
  try {
    const engine = await connect(alone, 'e1', 'token');
    await engine.subscribeAsync('engine/e1/poke');
    const poke = next(engine);
    alone.platform.broker.publish('engine/e1/poke', 'now');
    await poke;
    expect(await alone.call('GET', '/health')).toMatchObject({ status: 200, body: { parts: { broker: 'away' } } });
  } finally {
    await alone.stop();
  }
});
