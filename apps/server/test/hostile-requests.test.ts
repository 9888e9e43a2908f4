import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { issueEngineToken } from '../src/domains/engines/engine-token.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const CONNECTIONS = 100;
let server: TestServer;
let token: string;
let engineToken: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: { connectionsPerAddress: CONNECTIONS, requestTimeoutMs: 1_000 } });
  ({ token } = await server.signUp());
  const identity = { engineId: '019a0000-0000-7000-8000-000000000001', tokenVersion: 1 };
  engineToken = issueEngineToken(server.platform.secret, identity);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.stop());

function open(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** The response data on a new connection, until it contains `until` or the connection ends. */
async function answerTo(text: string, until = '\r\n\r\n'): Promise<string> {
  const socket = open();
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes(until)) break;
  }
  return answer;
}

const head = (path: string, bytes: number | 'chunked', headers: Record<string, string> = {}) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    bytes === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const asPerson = () => ({ authorization: `Bearer ${token}` });
const asEngine = () => ({ authorization: `Bearer ${engineToken}` });

test.each([
  '/api/messages',
  '/api/messages/batch',
  '/api/files',
  '/engine/report',
  '/engine/received',
  '/engine/host/renewals',
])('refuses a stranger at %s before reading any of the body', async (path) => {
  for (const authorization of ['Bearer made-up', '']) {
    expect(await answerTo(head(path, 200_000, { authorization }))).toMatch(/^HTTP\/1\.1 401 /);
  }
  expect(await answerTo(head(path, 'chunked'))).toMatch(/^HTTP\/1\.1 401 /);
});

test('reads what a stranger keeps sending only up to a browser’s limit, then closes the connection', async () => {
  const closes = /\r\nconnection: close\r\n/i;
  expect(await answerTo(head('/api/messages', 300_000))).toMatch(closes);
  expect(await answerTo(head('/api/messages/batch', 2_000_000))).toMatch(closes);
  expect(await answerTo(head('/engine/received', 300_000))).toMatch(closes);
  expect(await answerTo(head('/api/files', 'chunked'))).toMatch(closes);
  expect(await answerTo(head('/api/messages/batch', 900_000))).not.toMatch(closes);
  expect(await answerTo(head('/api/files', 4_000_000).replace('application/json', 'image/png'))).not.toMatch(closes);
});

test('any other refusal before a large body was read closes the connection too', async () => {
  const closes = /\r\nconnection: close\r\n/i;
  const answerOf = async (text: string) => [
    Number((await answerTo(text)).split(' ')[1]),
    closes.test(await answerTo(text)),
  ];
  const foreign = { cookie: 'switchyard.session_token=x.y', origin: 'https://elsewhere.test' };
  expect(await answerOf(head('/api/messages', 300_000, foreign))).toEqual([403, true]);
  expect(await answerOf(head('/api/messages', 200_000, foreign))).toEqual([403, false]);
  expect(await answerOf(head('/api/no-such-thing', 300_000))).toEqual([401, true]);
});

test('does not read the body of a rate-limited client', async () => {
  const limited = await startTestServer({ config: { rateLimitPerMinute: 2, requestTimeoutMs: 1_000 } });
  onTestFinished(() => limited.stop());
  const ask = (bytes: number) => {
    const socket = connect(Number(new URL(limited.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.write(head('/api/messages', bytes));
    return once(socket, 'data').then(([chunk]) => String(chunk));
  };
  await vi.waitFor(async () => expect(await ask(10)).toMatch(/^HTTP\/1\.1 429 /));
  expect(await ask(7_800_000)).toMatch(/^HTTP\/1\.1 429 .*\r\nconnection: close\r\n/is);
  expect(await ask(1_000)).not.toMatch(/\r\nconnection: close\r\n/i);
});

test('refuses a webhook of an unknown engine before reading any of its body', async () => {
  const path = '/webhooks/cloud-api/019a0000-0000-7000-8000-000000000000';
  expect(await answerTo(head(path, 200_000, { 'x-hub-signature-256': 'sha256=00' }))).toMatch(/^HTTP\/1\.1 404 /);
});

test('a token of another kind counts as a stranger’s', async () => {
  expect(await answerTo(head('/engine/claim', 200_000, asPerson()))).toMatch(/^HTTP\/1\.1 401 /);
  expect(await answerTo(head('/api/contacts', 200_000, asEngine()))).toMatch(/^HTTP\/1\.1 401 /);
});

test('limits a body to 256 kB by its announced length', async () => {
  expect(await answerTo(head('/api/contacts', 300_000, asPerson()))).toMatch(/^HTTP\/1\.1 413 /);
  expect(await answerTo(head('/api/auth/sign-in/email', 300_000))).toMatch(/^HTTP\/1\.1 413 /);
  expect(await answerTo(head('/engine/claim', 300_000, asEngine()))).toMatch(/^HTTP\/1\.1 413 /);
});

test('allows larger bodies for imports and engine reports', async () => {
  const text = 'x'.repeat(1_000_000);
  expect(await post('/api/messages/batch', JSON.stringify({ text }), asPerson())).toMatchObject({ status: 422 });
  for (const path of ['/engine/report', '/engine/received', '/engine/credentials/write', '/engine/events']) {
    expect(await post(path, JSON.stringify({ text }), asEngine()), path).toMatchObject({ status: 422 });
  }
});

test.each([
  ['nested', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['nested in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['wide', `[${'0,'.repeat(100_000)}0]`],
  ['wide with empty lists', `[${'[],'.repeat(60_000)}0]`],
])('rejects a body that is %s before parsing it', async (_how, body) => {
  for (const path of ['/api/contacts', '/api/auth/sign-in/email']) {
    expect(await post(path, body, asPerson())).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', message: expect.stringMatching(/too (deep|many)/) },
    });
  }
});

test('accepts text that only looks deep or wide', async () => {
  const name = `${'[{"\\'.repeat(500)},`;
  const answer = await post(
    '/api/contacts',
    JSON.stringify({ name: name.slice(0, 100), mobile: '[,'.repeat(9) }),
    asPerson(),
  );
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  expect(
    await post('/api/messages', JSON.stringify({ message: `${name}${','.repeat(60_000)}` }), asPerson()),
  ).toMatchObject({
    status: 422,
  });
});

test.each([
  ['in the middle of its head', () => 'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\nx-a: b'],
  ['in the middle of its body', () => `${head('/api/auth/sign-in/email', 100)}{"email":`],
  ['in the middle of a signed-in user’s body', () => `${head('/api/contacts', 100, asPerson())}{"name":`],
  ['after a refusal, with the body still to come', () => `${head('/api/contacts', 100)}{"name":`],
])('closes a request that stops %s', async (_where, text) => {
  await answerTo(text(), 'never');
});

test('with a thousand open connections from one address, the oldest idle ones are closed and others are served', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const me = () =>
    new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
      const outgoing = request(`${server.url}/api/me`, { agent, headers: asPerson() }, (answer) => {
        const port = answer.socket.localPort;
        answer.resume().once('end', () => resolve({ status: answer.statusCode, port }));
      });
      outgoing.once('error', reject).end();
    });
  const first = await me();
  expect(first.status).toBe(200);
  let ended = 0;
  for (let at = 0; at < 1_000; at += 1) {
    // Read the data, or a late response would hide the end of the connection.
    const socket = open().once('close', () => {
      ended += 1;
    });
    socket.resume();
    await once(socket, 'connect');
  }
  expect((await server.call('GET', '/health')).status).toBe(200);
  await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(1_000 - CONNECTIONS), 10_000);
  // An authenticated client keeps its connection.
  expect(await me()).toEqual(first);
  agent.destroy();
});
