import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Target {
  port: number;
  mqttPort: number;
}

const ANSWER_MS = 5_000;
const MEGABYTE = 1024 * 1024;
const nested = (bytes: number) => '['.repeat(bytes);
const wide = (bytes: number) => `[${'0,'.repeat(bytes / 2)}0]`;
const BODIES = {
  largeNested: nested(7.8 * MEGABYTE),
  largeWide: wide(7.8 * MEGABYTE),
  nested: nested(250_000),
  wide: wide(250_000),
  shallowObjects: `{"a":${'{"b":'.repeat(60)}1${'}'.repeat(60)},"c":"${'\\"'.repeat(120_000)}"}`,
  text: 'x'.repeat(7.8 * MEGABYTE),
};
const ENGINE_TOKEN = () =>
  `Bearer engine.019a0000-0000-7000-8000-${String(Math.random()).slice(2, 14).padEnd(12, '0')}.1.${'A'.repeat(43)}`;

/** Sends data and discards the response until the other side closes the connection, or for a limited time. */
async function send(port: number, head: string, body: string | (() => Iterable<Buffer>) = ''): Promise<void> {
  const socket = await open(port);
  if (!socket) return;
  socket.resume();
  const answered = new Promise<void>((resolve) => {
    socket.once('data', () => resolve()).once('close', () => resolve());
  });
  socket.write(head);
  if (typeof body === 'string') socket.write(body);
  else for (const piece of body()) if (!socket.destroyed) socket.write(piece);
  await Promise.race([answered, delay(ANSWER_MS, undefined, { ref: false })]);
  socket.destroy();
}

async function open(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve()).once('close', () => resolve());
  });
  return socket.destroyed ? null : socket;
}

const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  `${[`${method} ${path} HTTP/1.1`, 'host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

const post = ({ port }: Target, path: string, body: string, headers: Record<string, string> = {}) =>
  send(
    port,
    head('POST', path, { 'content-type': 'application/json', 'content-length': body.length, ...headers }),
    body,
  );

function* megabytes(count: number): Iterable<Buffer> {
  const piece = Buffer.alloc(MEGABYTE);
  for (let at = 0; at < count; at += 1) yield piece;
}

let guesses = 0;
const SIGN_IN = '/api/auth/sign-in/email';
/** A CONNECT packet that announces 200 MB. */
const HUGE_CONNECT = Buffer.of(0x10, 0x80, 0x84, 0xaf, 0x5f);
const UPGRADE = head('GET', '/mqtt', {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': 13,
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'mqtt',
});

/** The worst known requests and packets that need no account. */
export const attacks: Record<string, (target: Target) => Promise<void>> = {
  'large nested': (target) => post(target, '/api/messages', BODIES.largeNested),
  'large wide': (target) => post(target, '/api/messages/batch', BODIES.largeWide),
  'large to sign-in': (target) => post(target, SIGN_IN, BODIES.largeNested),
  'nested to sign-in': (target) => post(target, SIGN_IN, BODIES.nested),
  'wide to sign-in': (target) => post(target, SIGN_IN, BODIES.wide),
  'escapes to sign-up': (target) => post(target, '/api/auth/sign-up/email', BODIES.shallowObjects),
  'guessed password': (target) => {
    guesses += 1;
    const body = JSON.stringify({ email: `nobody-${guesses}@example.test`, password: 'x'.repeat(128) });
    return post(target, SIGN_IN, body, { origin: 'http://localhost' });
  },
  'made-up engine': (target) => post(target, '/engine/received', BODIES.text, { authorization: ENGINE_TOKEN() }),
  'endless file': ({ port }) =>
    send(port, `${head('POST', '/api/files', { 'transfer-encoding': 'chunked' })}4000000\r\n`, () => megabytes(64)),
  'paths that cannot be read': ({ port }) => send(port, head('GET', '/%ff%fe')),
  health: ({ port }) => send(port, head('GET', '/health')),
  'made-up cookie': ({ port }) => send(port, head('GET', '/api/me', { cookie: 'switchyard.session_token=x.y' })),
  'webhook of nobody': (target) =>
    post(target, '/webhooks/cloud-api/019a0000-0000-7000-8000-000000000000', BODIES.wide),
  'huge packet': ({ mqttPort }) =>
    send(mqttPort, '', function* () {
      yield HUGE_CONNECT;
      yield* megabytes(64);
    }),
  'huge packet over a WebSocket': ({ port }) =>
    send(port, UPGRADE, function* () {
      // A binary frame of 5 bytes with a mask of zeros, and then one that announces 100 MB.
      yield Buffer.of(0x82, 0x85, 0, 0, 0, 0, ...HUGE_CONNECT);
      yield Buffer.of(0x82, 0xff, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0);
      yield* megabytes(64);
    }),
};

/** Unfinished data sent on connections that are kept open. */
const UNFINISHED: ((target: Target) => [port: number, bytes: string | Buffer])[] = [
  ({ port }) => [port, ''],
  ({ port }) => [port, 'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\nx-a'],
  ({ port }) => [
    port,
    `${head('POST', SIGN_IN, { 'content-type': 'application/json', 'content-length': 250_000 })}{"email`,
  ],
  ({ mqttPort }) => [mqttPort, Buffer.of(0x10, 0x80)],
  ({ mqttPort }) => [mqttPort, Buffer.of(0x10, 100, 0, 4, 0x4d)],
];

/**
 * Holds a connection open with unfinished data, and reopens it whenever it is closed, until `signal`. `onOpen` is
 * called each time.
 */
export async function holdOpen(target: Target, number: number, signal: AbortSignal, onOpen: () => void): Promise<void> {
  while (!signal.aborted) {
    const [port, bytes] = UNFINISHED[number % UNFINISHED.length]?.(target) ?? [target.port, ''];
    const socket = await open(port);
    if (socket) {
      onOpen();
      socket.write(bytes);
      socket.resume();
      await new Promise<void>((resolve) => {
        if (socket.destroyed) resolve();
        else socket.once('close', () => resolve());
      });
    }
    // No listener of the signal: to take one from among ten thousand costs more than all else that is done here.
    await delay(REOPEN_MS + Math.random() * REOPEN_MS);
  }
}

/** Ten thousand connections that all come back are then some seven hundred new ones a second. */
const REOPEN_MS = 10_000;
