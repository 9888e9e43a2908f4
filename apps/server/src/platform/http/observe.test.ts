import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Actor } from '../actor.ts';
import { namesOf } from './observe.ts';

let open: TestServer;
let guarded: TestServer;
beforeAll(async () => {
  open = await startTestServer({ domains: [] });
  guarded = await startTestServer({ domains: [], config: { metricsToken: 'only-for-prometheus' } });
});
afterAll(() => Promise.all([open.stop(), guarded.stop()]));

const metrics = (server: TestServer, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/metrics`, { headers });

test('serves metrics to this machine, with its requests in them', async () => {
  await open.call('GET', '/health');
  const text = await (await metrics(open)).text();
  expect(text).toMatch(/switchyard_http_request_seconds_count\{method="GET",route="\/health",status="200"\} [1-9]/);
  expect(text).toMatch(/switchyard_database_pool_connections \d/);
  expect(text).toMatch(/process_open_fds \d/);
  expect(text, 'walks all connections at each look').not.toContain('nodejs_active_');
});

test("does not treat a request forwarded by a proxy as this machine's", async () => {
  expect((await metrics(open, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
});

test('serves metrics only to the bearer of METRICS_TOKEN', async () => {
  expect((await metrics(guarded)).status).toBe(401);
  expect((await metrics(guarded, { authorization: 'Bearer only-for-prometheus' })).status).toBe(200);
});

test('sends the headers that protect a browser with every response', async () => {
  const { headers } = await open.call('GET', '/health');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
});

test('logs who made a request by ids only: the person, the viewed person, the key, or the process', () => {
  const actor: Actor = {
    userId: 'u1',
    fullName: 'Robin Pro',
    email: 'robin@example.com',
    role: 'admin',
    workspaceId: 'w1',
    workspaceRole: 'owner',
    onBehalfOf: null,
  };
  const seen = { userId: 'u2', fullName: 'Somebody', email: 'somebody@example.com', role: 'user' as const };
  expect(namesOf(actor, 'user:u1')).toEqual({ user: 'u1', workspace: 'w1' });
  expect(namesOf({ ...actor, onBehalfOf: seen }, null)).toEqual({ user: 'u1', workspace: 'w1', onBehalfOf: 'u2' });
  expect(namesOf({ ...actor, key: { id: 'k1', scopes: [] } }, null)).toEqual({
    user: 'u1',
    workspace: 'w1',
    key: 'k1',
  });
  expect(namesOf(null, 'engine:e1')).toEqual({ signer: 'engine:e1' });
  expect(namesOf(null, null)).toEqual({});
  expect(namesOf(null, 'login:a secret'), 'a sign-in that has ended').toEqual({});
});
