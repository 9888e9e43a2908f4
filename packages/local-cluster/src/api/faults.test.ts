import { request as httpsRequest } from 'node:https';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuthority } from '../../test/certificates.ts';
import { ClusterUnderTest, isReady } from '../../test/cluster-under-test.ts';
import { Authority } from './authority.ts';
import type { Fault } from './faults.ts';

let cluster: ClusterUnderTest;
beforeEach(() => {
  cluster = new ClusterUnderTest();
});
afterEach(() => cluster.destroy());

const PODS = '/api/v1/namespaces/default/pods';
const setFaults = (...faults: Fault[]) => cluster.request('PUT', '/faults', faults);

test('a fault affects the calls that it names, as often as it says', async () => {
  await cluster.start({ hasFaultSwitch: true });
  await setFaults(
    {
      verbs: ['list'],
      resources: ['pods'],
      times: 1,
      status: { code: 429, reason: 'TooManyRequests', retryAfterSeconds: 2 },
    },
    { resources: ['nodes.metrics.k8s.io'], status: { code: 404 } },
    { resources: ['nodes'], body: { items: ['strange'] } },
  );
  const busy = await cluster.request('GET', PODS);
  expect([busy.code, busy.headers.get('retry-after')]).toEqual([429, '2']);
  expect(busy.json).toMatchObject({ kind: 'Status', reason: 'TooManyRequests' });
  expect((await cluster.request('GET', PODS)).code).toBe(200);
  expect((await cluster.request('GET', '/apis/metrics.k8s.io/v1beta1/nodes')).code).toBe(404);
  expect((await cluster.request('GET', '/apis/metrics.k8s.io/v1beta1/pods')).code).toBe(200);
  expect((await cluster.request('GET', '/api/v1/nodes')).json).toEqual({ items: ['strange'] });
  await cluster.request('DELETE', '/faults');
  expect((await cluster.request('GET', '/api/v1/nodes')).json).toMatchObject({ kind: 'NodeList' });
});

test('a watch expires inside the stream, or is cut in the middle of a line', async () => {
  await cluster.start({ hasFaultSwitch: true });
  await setFaults({ verbs: ['watch'], times: 1, expiredInStream: true }, { verbs: ['watch'], cutAfterBytes: 40 });
  const events: unknown[] = [];
  for await (const event of cluster.watch(`${PODS}?watch=true`)) events.push(event);
  expect(events).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
  await cluster.createPod('one', 'sleep 60');
  const answer = await fetch(`${cluster.cluster.url}${PODS}?watch=true`);
  await expect(answer.text()).rejects.toThrow();
});

test('all connections can be cut at once', async () => {
  await cluster.start({ hasFaultSwitch: true });
  const answer = await fetch(`${cluster.cluster.url}${PODS}?watch=true`);
  const ended = answer.text();
  const cut = cluster.request('POST', '/faults');
  await expect(ended).rejects.toThrow();
  await cut.catch(() => undefined);
});

test.each(['lines', 'binary', 'one-line'] as const)('generates a log of any size: %s', async (kind) => {
  await cluster.start({ hasFaultSwitch: true });
  await setFaults({ resources: ['pods/log'], log: { kind, bytes: 200_000 } });
  const answer = await fetch(`${cluster.cluster.url}${PODS}/any/log`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBeGreaterThanOrEqual(200_000);
  const newlines = bytes.filter((byte) => byte === 10).length;
  if (kind === 'lines') expect(newlines).toBe(bytes.length / 1024);
  if (kind === 'one-line') expect(newlines).toBe(0);
});

test('there is no switch unless enabled, and then only the owner may use it', async () => {
  await cluster.start();
  expect((await cluster.request('PUT', '/faults', [])).code).toBe(404);
  await cluster.destroy();
  cluster = await new ClusterUnderTest().start({ hasFaultSwitch: true });
  expect((await cluster.request('PUT', '/faults', [], { authorization: '' })).code).toBe(403);
});

test('rules are enforced with the API server’s messages', async () => {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'create'] }];
  const account = { name: 'system:serviceaccount:s:s', token: 'its-token', grants: [{ namespace: 'default', rules }] };
  await cluster.start({ authority: new Authority([account]) });
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const statusOf = (method: string, path: string, token = 'its-token') =>
    cluster.request(method, path, undefined, as(token)).then(({ code }) => code);
  expect(await statusOf('GET', PODS)).toBe(200);
  expect(await statusOf('GET', PODS, 'a-stranger')).toBe(401);
  expect(await statusOf('GET', `${PODS}?watch=true`)).toBe(403);
  expect(await statusOf('GET', `${PODS}/x/log`)).toBe(403);
  expect(await statusOf('GET', '/api/v1/pods')).toBe(403);
  const refused = await cluster.request('DELETE', `${PODS}/x`, undefined, as('its-token'));
  expect(refused.json).toMatchObject({
    reason: 'Forbidden',
    message:
      'pods "x" is forbidden: User "system:serviceaccount:s:s" cannot delete resource "pods" in API group "" in the namespace "default"',
  });
});

test('with TLS, a token or a client certificate has all rights', async () => {
  const authority = createAuthority();
  const { cert, key } = authority.issue('api');
  await cluster.start({ tls: { cert, key, clientCa: authority.cert } });
  expect(cluster.cluster.url).toMatch(/^https:/);
  const client = authority.issue('an operator');
  const ask = (credentials: object) =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = `${cluster.cluster.url}/api/v1/namespaces/default/secrets`;
      httpsRequest(url, { ca: authority.cert, ...credentials }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await ask({})).toBe(403);
  expect(await ask({ headers: { authorization: `Bearer ${cluster.cluster.token}` } })).toBe(200);
  expect(await ask({ cert: client.cert, key: client.key })).toBe(200);
  expect(await ask(createAuthority().issue('a stranger'))).toBe(403);
  await expect(ask({ ca: createAuthority().cert })).rejects.toThrow();
});

test('a pod’s real log is returned when there is no fault', async () => {
  await cluster.start({ hasFaultSwitch: true });
  await cluster.createPod('talks', 'echo hello; sleep 60');
  await cluster.podWhen('talks', isReady);
  // A container is ready when its process runs; its output comes a moment later.
  await expect.poll(async () => (await cluster.request('GET', `${PODS}/talks/log`)).text).toBe('hello\n');
});
