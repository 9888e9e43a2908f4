import { topics } from '@switchyard/contracts/live/topics';
import type { AedesPersistence } from 'aedes-persistence';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../logging/log.ts';
import { createListener, type MqttListener } from './listener.ts';

// No authenticated client may make the broker store more than a little, nor for longer than it is connected.

const PRESENCE = topics.enginePresence('e2');

let listener: MqttListener;
let url: string;
const clients: MqttClient[] = [];
beforeEach(async () => {
  listener = await createListener({
    // The user name is the only topic that it may publish to; the password, if given, is the holder.
    rightsOf: async ({ username, password }) => ({
      publish: [username, 'other/topic', 'engine/e1/presence'],
      subscribe: ['#'],
      ...(password !== '' && { holder: password }),
    }),
    revoked: async () => [],
    log: createLog('silent'),
    connectionsPerAddress: 1_000,
    requestTimeoutMs: 10_000,
  });
  url = `mqtt://127.0.0.1:${await listener.listen(0, '127.0.0.1')}`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
  await listener.close();
});

async function connect(username: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(url, { username, reconnectPeriod: 0, ...options }, false);
  clients.push(client);
  return client;
}

/** Its types do not expose the persistence that it was created with. */
const memoryOf = ({ aedes }: MqttListener) => (aedes as unknown as { persistence: AedesPersistence }).persistence;

/** The topics that the broker retains. */
async function retained(): Promise<string[]> {
  const found: string[] = [];
  for await (const { topic, payload } of memoryOf(listener).createRetainedStreamCombi(['#'])) {
    found.push(`${topic} ${payload}`);
  }
  return found.sort();
}
const say = (client: MqttClient, topic: string, payload: string) =>
  client.publishAsync(topic, payload, { retain: true, qos: 1 });
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

test('rejects a last will retained on another topic', async () => {
  const will = { topic: 'other/topic', payload: Buffer.from('still here'), retain: true, qos: 1 as const };
  const client = await connect(PRESENCE, { will });
  const gone = closed(client);
  client.stream.destroy();
  await gone;
  expect(await retained()).toEqual([]);
});

test("retains an engine's own presence, and its last will", async () => {
  const topic = topics.enginePresence('e1');
  const will = { topic, payload: Buffer.from('offline'), retain: true, qos: 1 as const };
  const client = await connect(PRESENCE, { will });
  await say(client, topic, 'online');
  expect(await retained()).toEqual([`${topic} online`]);
  client.stream.destroy();
  await vi.waitFor(async () => expect(await retained()).toEqual([`${topic} offline`]));
});

test.each([
  ['on another topic', 'other/topic', 'x'],
  ['of more than a kilobyte', PRESENCE, 'x'.repeat(1_025)],
])('closes the connection of a retained message %s, and does not store it', async (_what, topic, payload) => {
  const client = await connect(PRESENCE);
  const end = closed(client);
  client.publish(topic, payload, { retain: true, qos: 1 });
  await end;
  expect(await retained()).toEqual([]);
});

test('never stores a session for a disconnected client', async () => {
  const options = { clean: false, clientId: 'comes-back' };
  const client = await connect('away', options);
  await client.subscribeAsync(PRESENCE, { qos: 1 });
  await client.endAsync(true);
  await say(await connect(PRESENCE), PRESENCE, 'missed');
  const received: string[] = [];
  const again = await connectAsync(url, { username: 'away', reconnectPeriod: 0, ...options }, false);
  clients.push(again);
  again.on('message', (topic) => received.push(topic));
  await again.subscribeAsync('other/topic');
  await again.publishAsync('other/topic', 'end', { qos: 1 });
  await vi.waitFor(() => expect(received).toContain('other/topic'));
  expect(received).toEqual(['other/topic']);
});

test('allows a holder a hundred connections at once, independent of other holders', async () => {
  for (let at = 0; at < 100; at += 1) await connect(`page-${at}`, { password: 'ada' });
  await expect(connect('page-100', { password: 'ada' })).rejects.toThrow(/unavailable/i);
  await connect('page-0', { password: 'bob' });
  await clients[0]?.endAsync();
  await vi.waitFor(() => connect('page-100', { password: 'ada' }));
});

test('allows a holder three hundred connects per minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let at = 0; at < 300; at += 1) await (await connect('page', { password: 'ada' })).endAsync();
    await expect(connect('page', { password: 'ada' })).rejects.toThrow(/unavailable/i);
    vi.setSystemTime(Date.now() + 60_000);
    await connect('page', { password: 'ada' });
  } finally {
    vi.useRealTimers();
  }
});
