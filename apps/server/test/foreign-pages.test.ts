import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let token: string;
let cookie: string;
let port: string;
beforeAll(async () => {
  server = await startTestServer();
  const person = await server.signUp();
  ({ token } = person);
  const answer = await server.call('POST', '/api/auth/sign-in/email', {
    email: person.email,
    password: person.password,
  });
  cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  port = new URL(server.url).port;
});
afterAll(() => server.stop());

const counts = async () =>
  (
    await server.database.pool.query(
      `select (select count(*) from files) files, (select count(*) from contacts) contacts`,
    )
  ).rows;

/** A request as a browser or another program sends it. Unlike `fetch`, it can set any host. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<number | undefined> {
  const outgoing = request(server.url + path, { method, headers: { host: `localhost:${port}`, ...headers } });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  answer.resume();
  return answer.statusCode;
}

const CONTACT = JSON.stringify({ name: 'Bo', mobile: '+447700900123' });
const WRITES: [string, string, string, string][] = [
  ['a contact', '/api/contacts', 'application/json', CONTACT],
  ['a file', '/api/files?name=note.txt', 'text/plain', 'a note'],
  ['a ticket for live events', '/api/live/ticket', 'application/json', '{}'],
];
const FOREIGN: [string, Record<string, string>][] = [
  ['another port of this machine', { origin: 'http://localhost:9' }],
  ['another site', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site without an origin', { 'sec-fetch-site': 'same-site' }],
];

for (const [what, path, type, body] of WRITES) {
  test.each(FOREIGN)(
    `refuses ${what} with the cookie from a page of %s, and changes nothing`,
    async (_from, headers) => {
      const before = await counts();
      expect(await ask('POST', path, { cookie, 'content-type': type, ...headers }, body)).toBe(403);
      expect(await counts()).toEqual(before);
    },
  );

  test(`accepts ${what} from our own page, from a program, and with a token from anywhere`, async () => {
    const statusWith = (headers: Record<string, string>) =>
      ask('POST', path, { 'content-type': type, ...headers }, body);
    expect(
      await statusWith({ cookie, origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' }),
    ).toBeLessThan(300);
    expect(await statusWith({ cookie, 'sec-fetch-site': 'same-origin' })).not.toBe(403);
    expect(await statusWith({ cookie })).not.toBe(403);
    expect(await statusWith({ authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' })).not.toBe(403);
  });
}

test('leaves reads to the browser, which hides the response from other pages', async () => {
  expect(await ask('GET', '/api/me', { cookie, 'sec-fetch-site': 'cross-site' })).toBe(200);
});

test.each(['evil.example', `evil.example:80`, 'localhost.evil.example', '127.0.0.1.evil.example'])(
  'on loopback, a foreign name that resolves here (%j) is refused',
  async (host) => {
    expect(await ask('GET', '/api/settings', { host })).toBe(403);
    expect(await ask('GET', '/', { host })).toBe(403);
  },
);

test('on loopback, its own names and that of PUBLIC_URL are accepted', async () => {
  const hosts = [
    'localhost',
    `127.0.0.1:${port}`,
    '[::1]:1',
    'app.localhost',
    new URL(server.platform.config.publicUrl).host,
  ];
  for (const host of hosts) expect(await ask('GET', '/api/settings', { host }), host).toBe(200);
});

test('refuses a WebSocket under a foreign name that resolves here', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/mqtt`, 'mqtt', {
    headers: { host: 'evil.example' },
  });
  await expect(once(socket, 'open')).rejects.toThrow(/40[34]/);
});

test('a server open to the network accepts every name', async () => {
  const everywhere = await startTestServer({ domains: [], config: { host: '0.0.0.0' } });
  try {
    const outgoing = request(`${everywhere.url}/health`, { headers: { host: 'whatever.example' } }).end();
    const [answer] = await once(outgoing, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
  } finally {
    await everywhere.stop();
  }
});
