import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Config } from '../config/config.ts';
import type { Domain } from '../domain.ts';

let server: TestServer;
afterEach(() => server.stop());
const start = async (config: Partial<Config>) => {
  server = await startTestServer({ domains: [signIn], config });
};
/** Callers are identified by a bearer token that begins with `signed-`. */
const signIn: Domain = {
  name: 'accounts',
  signerOf: ({ authorization = '' }) => (authorization.startsWith('Bearer signed-') ? authorization : null),
  http: (http) => {
    for (const path of [
      '/sign-in/email',
      '/change-password',
      '/two-factor/verify-totp',
      '/two-factor/verify-backup-code',
    ])
      http.post(`/api/auth${path}`, async () => ({ ok: true }));
    http.post('/engine/claim', async () => ({ ok: true }));
    http.post('/mcp', async () => ({ ok: true }));
  },
};

test('tells a caller who exceeds the limit when to come back, and does not hold up another', async () => {
  await start({ rateLimitPerMinute: 3 });
  const as = (token: string) => server.call('GET', '/api/contacts', undefined, { token });
  for (let at = 0; at < 3; at += 1) expect((await as('signed-one')).status).toBe(404);
  const refused = await as('signed-one');
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', requestId: expect.any(String) } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await as('signed-two')).status).toBe(404);
});

test('limits invented tokens by their address', async () => {
  await start({ rateLimitPerMinute: 2 });
  const statuses = [];
  for (const [method, path] of [
    ['GET', '/api/contacts'],
    ['POST', '/engine/claim'],
  ] as const) {
    for (let at = 0; at < 2; at += 1) {
      statuses.push((await server.call(method, path, undefined, { token: `made-up-${at}` })).status);
    }
  }
  expect(statuses).toEqual([404, 404, 429, 429]);
  // An authenticated caller at the same address is not held up by them.
  expect((await server.call('POST', '/engine/claim', undefined, { token: 'signed-engine' })).status).toBe(200);
});

test('limits each MCP client although they share an address, and calls without a token by their address', async () => {
  await start({ rateLimitPerMinute: 2 });
  const ask = async (token?: string) =>
    (await server.call('POST', '/mcp', {}, token === undefined ? {} : { token })).status;
  for (const token of ['client-one', 'client-two', undefined]) {
    expect([await ask(token), await ask(token), await ask(token)], token).toEqual([200, 200, 429]);
  }
});

test('limits sign-ins to one account more strictly', async () => {
  await start({ signInLimitPerMinute: 2 });
  const attempt = (email: string) => server.call('POST', '/api/auth/sign-in/email', { email, password: 'guess' });
  expect((await attempt('ada@example.test')).status).toBe(200);
  expect((await attempt('ADA@example.test')).status).toBe(200);
  expect((await attempt('ada@example.test')).status).toBe(429);
  expect((await attempt('bo@example.test')).status).toBe(200);
});

test('prevents guessing a password by changing it', async () => {
  await start({ signInLimitPerMinute: 2 });
  const change = (token: string) => server.call('POST', '/api/auth/change-password', undefined, { token });
  const statuses = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await change('signed-ada')).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await change('signed-bo')).status).toBe(200);
});

test.each(['verify-totp', 'verify-backup-code'])(
  'prevents guessing a second factor: limits %s of one account, but not of another',
  async (kind) => {
    await start({ signInLimitPerMinute: 2 });
    const guess = (token: string) => server.call('POST', `/api/auth/two-factor/${kind}`, { code: '000000' }, { token });
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await guess('signed-ada')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await guess('signed-bo')).status).toBe(200);
    // Half-way through a sign-in nobody is known yet: many callers of one address.
    const strangers = [];
    for (let at = 0; at < 3; at += 1) strangers.push((await guess(`made-up-${at}`)).status);
    expect(strangers).toEqual([200, 200, 429]);
  },
);

test("applies a path's limit to other spellings of it", async () => {
  await start({ signInLimitPerMinute: 1 });
  const attempt = (path: string) => server.call('POST', path, { email: 'ada@example.test', password: 'guess' });
  expect((await attempt('/api/auth/sign-in/email')).status).toBe(200);
  expect((await attempt('/api/%61uth/sign-in/email')).status).toBe(429);
});

test('never limits health checks', async () => {
  await start({ rateLimitPerMinute: 1 });
  for (let at = 0; at < 15; at += 1) expect((await server.call('GET', '/health')).status).toBe(200);
});
