import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueTicket, ticketRights } from '../../domains/accounts/live-ticket.ts';
import type { Domain } from '../domain.ts';
import { defineEvent } from '../events.ts';
import { freePort } from '../free-port.ts';

/** The two servers need an MQTT 5 broker between them, which is the machine's mosquitto where it has one. */
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
    username.startsWith('e') ? { publish: [`engine/${username}/#`], subscribe: [`engine/${username}/#`] } : null,
};

const clients: MqttClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

async function carries(from: TestServer, to: TestServer, topic: string): Promise<void> {
  let heard = false;
  const end = to.platform.broker.subscribe(topic, () => {
    heard = true;
  });
  await vi.waitFor(() => {
    from.platform.broker.publish(topic, 'ping');
    expect(heard).toBe(true);
  }, 10_000);
  end();
}

async function connect(server: TestServer, username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(server.platform.broker.engineUrl, { username, password, reconnectPeriod: 0 });
  clients.push(client);
  return client;
}

const next = (client: MqttClient) =>
  new Promise<string>((resolve) => client.once('message', (_topic, payload) => resolve(payload.toString())));

describe.runIf(mosquitto)('two servers on one broker', () => {
  let outside: ChildProcess;
  let url: string;
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    const started = await startOutside(mosquitto ?? '');
    outside = started.outside;
    url = started.url;
    one = await startTestServer({ domains: [engines, browsers], config: { mqttUrl: started.url } });
    other = await startTestServer({ domains: [engines, browsers], config: { mqttUrl: started.url } });
    // Both have subscribed when what one says reaches the other.
    await Promise.all([carries(one, other, 'engine/e0/a'), carries(other, one, 'engine/e0/b')]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    outside.kill();
  });

  test('an engine at one server hears the poke of another, and its presence is heard there once', async () => {
    const engine = await connect(one, 'e1', 'token');
    await engine.subscribeAsync('engine/e1/poke');
    const poke = next(engine);
    other.platform.broker.publish('engine/e1/poke', 'now');
    expect(await poke).toBe('now');

    const heard: string[] = [];
    for (const server of [one, other])
      server.platform.broker.subscribe('engine/e1/+', (_topic, payload) => heard.push(payload));
    await engine.publishAsync('engine/e1/presence', 'online', { qos: 1 });
    await engine.publishAsync('engine/e1/last', 'last', { qos: 1 });
    await expect.poll(() => heard.filter((payload) => payload === 'last').length).toBe(2);
    expect(heard.filter((payload) => payload === 'online')).toHaveLength(2);
  });

  test('a browser at one server is told what changed at another', async () => {
    const { username, password } = issueTicket(
      one.platform.secret,
      { userId: 'u1', workspaceId: 'w1' },
      Date.now() + 60_000,
    );
    const browser = await connect(one, username, password);
    await browser.subscribeAsync('workspace/w1/live');
    const told = next(browser);
    other.platform.events.dispatch([changed('w1')]);
    expect(await told).toBe('{"type":"contacts.stale"}');
  });

  test('the broker is killed and comes back: what engines told meanwhile arrives, and everything passes again', async () => {
    const health = async () => (await one.call<{ parts: { broker: string } }>('GET', '/health')).body.parts.broker;
    const heard: string[] = [];
    const end = other.platform.broker.subscribe('engine/e3/presence', (_topic, payload) => heard.push(payload));
    const engine = await connect(one, 'e3', 'token');
    outside.kill('SIGKILL');
    await vi.waitFor(async () => expect(await health()).toBe('away'), 10_000);
    await engine.publishAsync('engine/e3/presence', 'online', { qos: 1, retain: true });

    outside = spawn(mosquitto ?? '', ['-p', new URL(url).port], { stdio: 'ignore' });
    await vi.waitFor(() => expect(heard).toContain('online'), 20_000);
    await Promise.all([carries(one, other, 'engine/e0/c'), carries(other, one, 'engine/e0/d')]);
    expect(await health()).not.toBe('away');
    end();
  }, 40_000);
});

test('without the outside broker the clients of one server still hear it', async () => {
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
