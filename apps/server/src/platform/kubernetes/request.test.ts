import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../logging/log.ts';
import { KubernetesClient } from './client.ts';
import { tokenConnection } from './connection.ts';
import { chunksOf, send } from './request.ts';
import { ResourceCache } from './resource-cache.ts';

const WAIT = { timeout: 10_000, interval: 10 };
let server: Server | null = null;
let cache: ResourceCache<never, null> | null = null;

afterEach(async () => {
  await cache?.stop();
  cache = null;
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** An API with one fault. */
async function api(answer: RequestListener) {
  const made = createServer(answer);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return tokenConnection(`http://127.0.0.1:${(made.address() as AddressInfo).port}`, () => 'token', 'default');
}

const LIST = '{"metadata":{"resourceVersion":"5"},"items":[]}';

function follow(connection: ReturnType<typeof tokenConnection>, silenceMs?: number) {
  cache = new ResourceCache<never, null>({
    client: new KubernetesClient(connection),
    log: createLog('silent'),
    path: '/api/v1/pods',
    project: () => null,
    ...(silenceMs !== undefined && { silenceMs }),
  });
  cache.start();
  return cache;
}

test('reports a response that does not begin in time as its own error', async () => {
  const connection = await api(() => undefined);
  await expect(send(connection, { method: 'GET', path: '/', timeoutMs: 30 })).rejects.toMatchObject({
    code: 0,
    reason: 'Timeout',
    message: expect.stringMatching(/^no answer from 127\.0\.0\.1:\d+ within 0\.03 s$/),
  });
});

test('gives up on a response that stops half-way', async () => {
  const connection = await api((_, response) => void response.write('{"items":['));
  const answer = await send(connection, { method: 'GET', path: '/' });
  const chunks = chunksOf(answer, 30);
  expect(String((await chunks.next()).value)).toBe('{"items":[');
  await expect(chunks.next()).rejects.toMatchObject({ code: 0, reason: 'Timeout' });
});

test('counts an accepted watch as live even while nothing happens', async () => {
  let isBroken = true;
  const connection = await api(({ url = '' }, response) => {
    if (!url.includes('watch=true')) return void response.end(LIST);
    if (isBroken) return void response.writeHead(500).end('{"message":"broken"}');
    response.writeHead(200);
    response.flushHeaders();
  });
  const following = follow(connection);
  await vi.waitFor(() => expect(following.state).toMatchObject({ synced: true, problem: 'broken', code: 500 }), WAIT);
  isBroken = false;
  await vi.waitFor(() => expect(following.state).toMatchObject({ problem: null, code: null }), WAIT);
});

test('requests a watch that ends by itself, so that one of a quiet resource is renewed without a problem', async () => {
  const ends: number[] = [];
  const connection = await api(({ url = '' }, response) => {
    if (!url.includes('watch=true')) return void response.end(LIST);
    response.writeHead(200);
    response.flushHeaders();
    // Like an API server before 1.19: sends nothing, not even a bookmark.
    const seconds = Number(new URL(url, 'http://api').searchParams.get('timeoutSeconds'));
    if (seconds > 0) setTimeout(() => ends.push(response.end() ? seconds : 0), seconds * 1_000);
  });
  const problems: unknown[] = [];
  const following = follow(connection, 1_500);
  await vi.waitFor(() => {
    problems.push(following.state.problem);
    expect(ends).toEqual([1, 1]);
  }, WAIT);
  expect(new Set(problems)).toEqual(new Set([null]));
});

test('names an API that nothing serves, such as metrics without metrics-server', async () => {
  const connection = await api((_, response) => void response.writeHead(404).end('404 page not found\n'));
  const client = new KubernetesClient(connection);
  await expect(client.each('/apis/metrics.k8s.io/v1beta1/nodes', () => undefined)).rejects.toMatchObject({
    code: 404,
    message: expect.stringContaining('metrics-server is not installed'),
  });
  await expect(client.get('/api/v1/nodes')).rejects.toThrow('404 page not found');
});

test.each([
  ['a watch that ends as soon as it begins', 200, undefined],
  ['429 with Retry-After: 0', 429, '0'],
] as const)('retries after a pause on %s', async (_, code, retryAfter) => {
  const askedAtMs: number[] = [];
  const connection = await api(({ url = '' }, response) => {
    if (!url.includes('watch=true')) return void response.end(LIST);
    askedAtMs.push(Date.now());
    response.writeHead(code, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  follow(connection);
  await vi.waitFor(() => expect(askedAtMs.length).toBeGreaterThan(2), WAIT);
  const [first = 0, second = 0] = askedAtMs;
  expect(second - first).toBeGreaterThan(400);
});
