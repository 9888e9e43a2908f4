import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWebSocketStream, WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Domain } from '../domain.ts';

const CONNECTIONS = 50;
let decide: (may: boolean) => void = () => undefined;

/** Engines with a password of the test; the test decides about `slow`. */
const engines: Domain = {
  name: 'engines',
  topicRights: async ({ username, password }) => {
    if (username === 'slow')
      await new Promise<boolean>((resolve) => (decide = resolve)).then((may) => may || Promise.reject());
    return password === 'engine-token'
      ? { publish: [`engine/${username}/#`], subscribe: [`engine/${username}/#`] }
      : null;
  },
};

let server: TestServer;
const opened: Duplex[] = [];
const clients: MqttClient[] = [];
beforeAll(async () => {
  server = await startTestServer({
    domains: [engines],
    config: { connectionsPerAddress: CONNECTIONS, requestTimeoutMs: 1_500 },
  });
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.destroy();
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(() => server.stop());

const openTcp = async (): Promise<Duplex> => {
  const socket: Socket = connectTcp(Number(new URL(server.platform.broker.engineUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
};
const openWebSocket = async (): Promise<Duplex> => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/mqtt`, 'mqtt');
  const stream = createWebSocketStream(socket);
  stream.on('error', () => undefined);
  opened.push(stream);
  await once(socket, 'open');
  return stream;
};
const connect = async (username: string, clientId: string) => {
  const client = await connectAsync(server.platform.broker.engineUrl, {
    username,
    clientId,
    password: 'engine-token',
    reconnectPeriod: 0,
  });
  clients.push(client);
  return client;
};

/** Variable length of MQTT 3.1.1 section 2.2.3. */
function lengthOf(bytes: number): number[] {
  const digits = [];
  for (let left = bytes; ; left = Math.floor(left / 128)) {
    digits.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return digits;
  }
}
const field = (text: string) => Buffer.concat([Buffer.of(text.length >> 8, text.length & 255), Buffer.from(text)]);
function packet(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(first, ...lengthOf(body.length)), body]);
}
const connectPacket = (username: string, clientId = 'someone', password = 'engine-token') =>
  packet(0x10, field('MQTT'), Buffer.of(4, 0b11000010, 0, 30), field(clientId), field(username), field(password));
const publishPacket = (topic: string, bytes: number) => packet(0x30, field(topic), Buffer.alloc(bytes));

/** A stream over a WebSocket only reports that it has ended. */
const closed = (stream: Duplex) =>
  new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
    stream.resume();
  });

describe.each([
  ['TCP', openTcp],
  ['WebSocket', openWebSocket],
])('over %s', (_how, open) => {
  test.each([
    ['announces a first packet of 200 MB', Buffer.of(0x10, ...lengthOf(200_000_000))],
    ['sends more than a sign-in needs', connectPacket('e1', 'x'.repeat(8_000))],
    ['begins with another packet', publishPacket('engine/e1/presence', 1)],
    ['begins with nonsense', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['announces a length without an end', Buffer.of(0x10, 0xff, 0xff, 0xff, 0xff, 0xff)],
  ])('immediately closes a connection that %s before signing in', async (_what, bytes) => {
    const stream = await open();
    const began = performance.now();
    stream.write(bytes);
    await closed(stream);
    // Before the time for a sign-in is over.
    expect(performance.now() - began).toBeLessThan(1_400);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a packet', connectPacket('e1').subarray(0, 20)],
    ['a byte', Buffer.of(0x10)],
  ])('closes a connection that sends %s without end', async (_what, bytes) => {
    const stream = await open();
    stream.write(bytes);
    await closed(stream);
  });

  test('accepts a sign-in that arrives byte by byte', async () => {
    const stream = await open();
    for (const byte of connectPacket('e1')) stream.write(Buffer.of(byte));
    const [answer] = await once(stream, 'data');
    expect([...answer]).toEqual([0x20, 2, 0, 0]);
  });

  test('reads what arrived with and during a sign-in after it, including a split packet', async () => {
    const stream = await open();
    const answered: number[] = [];
    stream.on('data', (chunk: Buffer) => answered.push(...chunk));
    const undecided = () => undefined;
    decide = undecided;
    const [PING, PONG] = [Buffer.of(0xc0, 0), [0xd0, 0]];
    stream.write(Buffer.concat([connectPacket('slow'), PING, PING.subarray(0, 1)]));
    await vi.waitFor(() => expect(decide).not.toBe(undecided));
    stream.write(Buffer.concat([PING.subarray(1), PING, PING.subarray(0, 1)]));
    decide(true);
    await vi.waitFor(() => expect(answered).toEqual([0x20, 2, 0, 0, ...PONG, ...PONG, ...PONG]));
    stream.write(PING.subarray(1));
    await vi.waitFor(() => expect(answered.slice(10)).toEqual(PONG));
  });

  test('limits packets after the sign-in too', async () => {
    const stream = await open();
    stream.write(connectPacket('e1'));
    await once(stream, 'data');
    stream.write(publishPacket('engine/e1/presence', 30_000));
    stream.write(Buffer.concat([Buffer.of(0xc0, 0), publishPacket('engine/e1/presence', 10)]));
    expect([...(await once(stream, 'data'))[0]]).toEqual([0xd0, 0]);
    stream.write(Buffer.of(0x30, ...lengthOf(100_000_000)));
    await closed(stream);
  });

  test('leaves what follows a sign-in in the socket until it is decided', async () => {
    const stream = await open();
    stream.write(connectPacket('slow', 'someone', 'wrong'));
    let taken = 0;
    const piece = Buffer.alloc(64_000);
    for (let at = 0; at < 64; at += 1)
      stream.write(piece, (error) => {
        if (!error) taken += 1;
      });
    // Long enough to read all of it: another connection sends as much and is answered.
    const other = await open();
    other.write(connectPacket('e2'));
    await once(other, 'data');
    for (let at = 0; at < 2_000; at += 1) other.write(publishPacket('engine/e2/presence', 30_000));
    other.write(Buffer.of(0xc0, 0));
    await once(other, 'data');
    expect(taken).toBeLessThan(500);
    decide(false);
    await closed(stream);
  });
});

test('admits an engine despite a thousand silent connections, and closes no authenticated one', async () => {
  const early = await connect('e1', 'engine-e1');
  let ended = 0;
  for (let at = 0; at < 1_000; at += 1) {
    (await openTcp()).on('close', () => {
      ended += 1;
    });
  }
  const late = await connect('e2', 'engine-e2');
  // Long before the time for their sign-in is over.
  await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(1_000 - CONNECTIONS), 1_000);
  expect([early.connected, late.connected]).toEqual([true, true]);
});

test("gives every client its own ids, so that nobody can take another's", async () => {
  const victim = await connect('e1', 'engine-e1-abc');
  const outsider = await connect('e2', 'engine-e1-abc');
  await outsider.publishAsync('engine/e2/presence', 'online', { qos: 1 });
  await victim.publishAsync('engine/e1/presence', 'online', { qos: 1 });
  expect(victim.connected).toBe(true);
  const ended = new Promise<void>((resolve) => victim.once('close', () => resolve()));
  await connect('e1', 'engine-e1-abc');
  await ended;
});
