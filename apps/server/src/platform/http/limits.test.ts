import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Config } from '../config/config.ts';

let server: TestServer;
afterEach(() => server.stop());
const start = async (config: Partial<Config>) => {
  server = await startTestServer({ domains: [signIn], config });
};
const signIn = {
  name: 'accounts',
  http: (http: import('fastify').FastifyInstance) => {
    http.post('/api/auth/sign-in/email', async () => ({ ok: true }));
  },
};

test('a caller who asks too often is told when to come back; another caller is not held up', async () => {
  await start({ rateLimitPerMinute: 3 });
  const as = (token: string) => server.call('GET', '/api/contacts', undefined, { token });
  for (let at = 0; at < 3; at += 1) expect((await as('one')).status).toBe(404);
  const refused = await as('one');
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', requestId: expect.any(String) } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await as('two')).status).toBe(404);
});

test('tokens made up on the spot do not get around the limit of the address', async () => {
  await start({ rateLimitPerMinute: 1 });
  const statuses = [];
  for (let at = 0; at < 12; at += 1) {
    statuses.push((await server.call('GET', '/api/contacts', undefined, { token: `made-up-${at}` })).status);
  }
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test('sign-in to one account is limited more strictly than the rest', async () => {
  await start({ signInLimitPerMinute: 2 });
  const attempt = (email: string) => server.call('POST', '/api/auth/sign-in/email', { email, password: 'guess' });
  expect((await attempt('ada@example.test')).status).toBe(200);
  expect((await attempt('ADA@example.test')).status).toBe(200);
  expect((await attempt('ada@example.test')).status).toBe(429);
  expect((await attempt('bo@example.test')).status).toBe(200);
});

test('health is never limited', async () => {
  await start({ rateLimitPerMinute: 1 });
  for (let at = 0; at < 15; at += 1) expect((await server.call('GET', '/health')).status).toBe(200);
});
