import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import type { Secret } from '@switchyard/kubernetes/objects';
import { type LocalCluster, startLocalCluster } from '@switchyard/local-cluster';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../logging/log.ts';
import { KubernetesClient } from './client.ts';
import { tokenConnection } from './connection.ts';
import { ResourceCache } from './resource-cache.ts';

const WAIT = { timeout: 10_000, interval: 10 };
const SECRETS = '/api/v1/namespaces/default/secrets';

let directory: string;
let cluster: LocalCluster;
let proxy: Server;
let client: KubernetesClient;
/** Responses on their way through the proxy, which can be cut. */
let passing: ServerResponse[];
let refuseWith: number | null;
let caches: ResourceCache<Secret, string>[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resource-cache-'));
  cluster = await startLocalCluster({ port: 0, directory, allowedOrigins: [], images: {} });
  passing = [];
  refuseWith = null;
  caches = [];
  proxy = createServer((incoming, outgoing) => {
    if (refuseWith !== null) return void outgoing.writeHead(refuseWith).end('{"reason":"Sorry","message":"not now"}');
    passing.push(outgoing);
    const headers = { ...incoming.headers, host: new URL(cluster.url).host };
    const forward = httpRequest(cluster.url + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  client = new KubernetesClient(tokenConnection(`http://127.0.0.1:${port}`, () => cluster.token, 'default'));
});

afterEach(async () => {
  await Promise.all(caches.map((cache) => cache.stop()));
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await cluster.stop(0);
  rmSync(directory, { recursive: true, force: true });
});

function startCache(more: { silenceMs?: number } = {}) {
  const changes: string[] = [];
  const cache = new ResourceCache<Secret, string>({
    client,
    log: createLog('silent'),
    path: SECRETS,
    project: ({ metadata }) => metadata.name,
    onChange: ({ type, item }) => changes.push(`${type} ${item}`),
    ...more,
  });
  caches.push(cache);
  cache.start();
  return { cache, changes };
}

const create = (name: string) => client.create(SECRETS, { metadata: { name } });
const cut = () => {
  for (const answer of passing.splice(0)) answer.destroy();
};
const until = (holds: () => void) => vi.waitFor(holds, WAIT);

test('lists what exists and follows changes', async () => {
  await create('a');
  const { cache, changes } = startCache();
  await until(() => expect(cache.state.synced).toBe(true));
  await create('b');
  await client.delete(`${SECRETS}/a`);
  await until(() => expect(changes).toEqual(['added a', 'added b', 'deleted a']));
  expect([...cache.items.values()]).toEqual(['b']);
});

test('resumes a cut watch where it was: nothing is missed or reported twice', async () => {
  const { cache, changes } = startCache();
  await until(() => expect(cache.state.synced).toBe(true));
  await create('a');
  await until(() => expect(changes).toEqual(['added a']));
  cut();
  await create('b');
  await until(() => expect(changes).toEqual(['added a', 'added b']));
});

test('lists again when the history is gone, and reports the difference', async () => {
  await create('a');
  await create('b');
  const { cache, changes } = startCache();
  await until(() => expect(cache.state.synced).toBe(true));
  refuseWith = 503;
  cut();
  await until(() => expect(cache.state.problem).not.toBeNull());
  const direct = new KubernetesClient(tokenConnection(cluster.url, () => cluster.token, 'default'));
  await direct.delete(`${SECRETS}/a`);
  await direct.create(SECRETS, { metadata: { name: 'c' } });
  cluster.compact();
  refuseWith = null;
  await until(() => expect(changes.slice(2)).toEqual(['added c', 'deleted a']));
  expect(cache.state.problem).toBeNull();
});

test('reports the deletion of a recreated object before its addition, so that lookups by name stay correct', async () => {
  await create('a');
  const { cache, changes } = startCache();
  await until(() => expect(cache.state.synced).toBe(true));
  refuseWith = 503;
  cut();
  await until(() => expect(cache.state.problem).not.toBeNull());
  const direct = new KubernetesClient(tokenConnection(cluster.url, () => cluster.token, 'default'));
  await direct.delete(`${SECRETS}/a`);
  await direct.create(SECRETS, { metadata: { name: 'a' } });
  cluster.compact();
  refuseWith = null;
  await until(() => expect(changes).toEqual(['added a', 'deleted a', 'added a']));
  expect([...cache.items.values()]).toEqual(['a']);
});

test('replaces a silent watch', async () => {
  const { cache } = startCache({ silenceMs: 100 });
  await until(() => expect(cache.state.synced).toBe(true));
  const heardMs = cache.state.lastHeardMs;
  passing.length = 0;
  await until(() => expect(passing.length).toBeGreaterThan(0));
  await create('late');
  await until(() => expect([...cache.items.values()]).toEqual(['late']));
  expect(cache.state.lastHeardMs).toBeGreaterThanOrEqual(heardMs);
});

test('passes on the API’s own code, reason and message of a refusal', async () => {
  await expect(client.get(`${SECRETS}/nobody`)).rejects.toMatchObject({
    code: 404,
    reason: 'NotFound',
    message: 'secrets "nobody" not found',
  });
  await create('twice');
  await expect(create('twice')).rejects.toMatchObject({ code: 409, reason: 'AlreadyExists' });
  refuseWith = 429;
  await expect(client.get(SECRETS)).rejects.toMatchObject({ code: 429, reason: 'Sorry' });
});

test('reports a missing listener as its own error instead of hanging', async () => {
  const nowhere = new KubernetesClient(tokenConnection('http://127.0.0.1:1', () => '', 'default'));
  await expect(nowhere.get('/version')).rejects.toMatchObject({ code: 0, reason: 'Unreachable' });
});

test('works with the official client against the local cluster: list, informer, errors', async () => {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: 'local', server: cluster.url, skipTLSVerify: true }],
    users: [{ name: 'owner', token: cluster.token }],
    contexts: [{ name: 'local', cluster: 'local', user: 'owner' }],
    currentContext: 'local',
  });
  const api = config.makeApiClient(CoreV1Api);
  await api.createNamespacedSecret({
    namespace: 'default',
    body: { metadata: { name: 'a' }, stringData: { key: 'value' } },
  });
  const informer = makeInformer(config, SECRETS, () => api.listNamespacedSecret({ namespace: 'default' }));
  const seen: string[] = [];
  informer.on('add', ({ metadata }) => seen.push(`add ${metadata?.name}`));
  informer.on('delete', ({ metadata }) => seen.push(`delete ${metadata?.name}`));
  await informer.start();
  await create('b');
  await api.deleteNamespacedSecret({ namespace: 'default', name: 'a' });
  await until(() => expect(seen).toEqual(['add a', 'add b', 'delete a']));
  await informer.stop();
  await expect(api.readNamespacedSecret({ namespace: 'default', name: 'a' })).rejects.toMatchObject({ code: 404 });
});
