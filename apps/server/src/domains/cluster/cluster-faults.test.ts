import type { GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { PodDeletion } from '@switchyard/contracts/cluster/pod-deletions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINES_NAMESPACE, type KubernetesServer, startKubernetesServer } from '../../../test/kubernetes-server.ts';
import { accountsDomain } from '../accounts/index.ts';
import { clusterDomain } from './index.ts';

const WAIT = { timeout: 20_000, interval: 50 };
const PODS = ['pods'];

let server: KubernetesServer;
beforeAll(async () => {
  const config = { localClusterPort: 8182 };
  server = await startKubernetesServer({ domains: [accountsDomain, clusterDomain], config });
});
afterEach(() => server.setFaults());
afterAll(() => server.stop());

const call = <Body>(method: string, path: string, body?: unknown) =>
  server.call<Body>(method, `/api/cluster${path}`, body, { token: server.admin.token });
const status = async () => (await call<GatewayStatus>('POST', '/gateway-status')).body;
const podNames = async () => (await status()).pods.map((pod) => pod.name);
const feed = async () => (await status()).feed;
const readLog = (pod: string, query = '') =>
  fetch(`${server.url}/api/cluster/namespaces/${ENGINES_NAMESPACE}/pods/${encodeURIComponent(pod)}/log?${query}`, {
    headers: { authorization: `Bearer ${server.admin.token}` },
  });

async function podInSight(name: string): Promise<void> {
  await server.createPod(name, 'sleep 60');
  await vi.waitFor(async () => expect(await podNames()).toContain(name), WAIT);
}

describe('cluster state that cannot be updated is marked as old, and recovers by itself', () => {
  const SINCE = expect.any(Number);

  it.each([
    ['no permission', { code: 403, reason: 'Forbidden', message: 'pods is forbidden' }],
    ['an expired token', { code: 401, reason: 'Unauthorized', message: 'Unauthorized' }],
    ['too many requests', { code: 429, reason: 'TooManyRequests', message: 'slow down', retryAfterSeconds: 0 }],
    ['a failing API server', { code: 500, reason: 'InternalError', message: 'etcd is away' }],
  ])('%s', async (name, given) => {
    await server.setFaults({ resources: PODS, status: given });
    await server.cut();
    await vi.waitFor(async () => {
      expect((await feed()).pods).toEqual({ state: 'reconnecting', asOfMs: SINCE, problem: given.message });
    }, WAIT);
    await vi.waitFor(async () => expect((await feed()).nodes.state).toBe('live'), WAIT);
    await server.setFaults();
    await podInSight(`after-${given.code}-${name.length}`);
    expect((await feed()).pods).toEqual({ state: 'live', asOfMs: SINCE, problem: null });
  });

  it('resumes a watch cut in the middle of an event, and reports nothing wrong', async () => {
    await server.setFaults({ verbs: ['watch'], resources: PODS, times: 1, cutAfterBytes: 50 });
    await server.cut();
    await podInSight('after-the-cut');
  });

  it('does not relist in a storm on 410 Gone inside the stream, however long it lasts', async () => {
    await server.setFaults({ verbs: ['watch'], resources: PODS, expiredInStream: true, times: 1_000 });
    await server.cut();
    await vi.waitFor(async () => {
      expect((await feed()).pods.problem).toContain('too old resource version');
    }, WAIT);
    // Requested about once a second; without a pause it would be hundreds of times by now.
    expect((await server.faults())[0]?.times).toBeGreaterThan(980);
    await server.setFaults();
    await podInSight('after-410');
  });

  it('reports what happened during a restart of the API server', async () => {
    await podInSight('before-the-restart');
    await server.restartCluster();
    await podInSight('after-the-restart');
    expect(await podNames()).toContain('before-the-restart');
    await vi.waitFor(async () => expect((await feed()).pods.state).toBe('live'), WAIT);
  });
});

it.each([404, 503])('reports missing metrics (%d), which block nothing else', async (code) => {
  const resources = ['nodes.metrics.k8s.io', 'pods.metrics.k8s.io'];
  const message = 'no metrics server';
  const domains = [accountsDomain, clusterDomain];
  const without = await startKubernetesServer({ domains, faults: [{ resources, status: { code, message } }] });
  try {
    const { token } = without.admin;
    await vi.waitFor(async () => {
      const answer = await without.call<GatewayStatus>('POST', '/api/cluster/gateway-status', undefined, { token });
      expect(answer.body.feed).toMatchObject({
        pods: { state: 'live' },
        nodes: { state: 'live' },
        metrics: { state: 'unavailable', asOfMs: null, problem: message },
      });
    }, WAIT);
  } finally {
    await without.stop();
  }
});

describe('deleting', () => {
  it.each([
    [403, 403, 'CLUSTER_FORBIDDEN', 'Kubernetes does not permit this: no'],
    [401, 403, 'CLUSTER_FORBIDDEN', 'Kubernetes does not know this server any more (expired token).'],
    [404, 404, 'POD_GONE', 'The pod no longer exists.'],
    [409, 409, 'POD_REPLACED', 'The pod has been replaced by another of the same name; nothing was deleted.'],
    [429, 429, 'CLUSTER_BUSY', 'Kubernetes is refusing calls for a moment: no'],
    [500, 503, 'NO_CLUSTER', 'no'],
  ])(
    'on %d from Kubernetes, the caller gets %d %s, and the audit log has the failure',
    async (code, told, name, message) => {
      const pod = `refused-${code}`;
      await podInSight(pod);
      await server.setFaults({ verbs: ['delete'], resources: PODS, status: { code, message: 'no' } });
      const answer = await call('POST', '/pods/delete', { podName: pod });
      expect(answer).toMatchObject({ status: told, body: { code: name, message } });
      const { body } = await call<{ data: PodDeletion[] }>('GET', `/deletions?podName=${pod}`);
      expect(body.data).toMatchObject([{ outcome: 'failed', failure: 'no' }]);
    },
  );
});

it("records a terminate without a response as unconfirmed, and starts its node's cooldown", async () => {
  await podInSight('no-answer');
  await podInSight('beside-it');
  await server.setFaults({ verbs: ['delete'], resources: PODS, cutAfterBytes: 0 });
  const overrides = { cause: 'memory-pressure' };
  expect(await call('POST', '/pods/terminate', { podName: 'no-answer', ...overrides })).toMatchObject({
    status: 503,
    body: { code: 'NO_CLUSTER' },
  });
  const { body } = await call<{ data: PodDeletion[] }>('GET', '/deletions?podName=no-answer');
  expect(body.data).toMatchObject([{ outcome: 'requested', failure: expect.stringMatching(/./) }]);
  await server.setFaults();
  expect(await call('POST', '/pods/terminate', { podName: 'beside-it', ...overrides })).toMatchObject({
    status: 409,
    body: { code: 'NODE_RESTS' },
  });
});

describe('logs', () => {
  it.each([
    [400, 400],
    [401, 403],
    [403, 403],
    [404, 404],
    [429, 429],
    [500, 503],
  ])('on %d from Kubernetes, the reader gets %d', async (code, told) => {
    await server.setFaults({ resources: ['pods/log'], status: { code, message: 'not now' } });
    const answer = await readLog('any');
    expect(answer.status).toBe(told);
    expect(answer.headers.get('content-type')).toContain('json');
  });

  it("breaks off the reader's log when the source breaks off, so that it does not seem complete", async () => {
    await server.setFaults({ resources: ['pods/log'], log: { kind: 'lines', bytes: 500_000 }, cutAfterBytes: 100_000 });
    const whole = readLog('any').then(async (answer) => (await answer.text()).length);
    await expect(whole).rejects.toThrow();
  });

  it('lets a log of 200 MB wait for a slow reader without buffering it', async () => {
    await server.setFaults({ resources: ['pods/log'], log: { kind: 'lines', bytes: 200_000_000 } });
    const reader = ((await readLog('any')).body as ReadableStream<Uint8Array>).getReader();
    let bytes = (await reader.read()).value?.length ?? 0;
    const taken = async () => (await server.faults())[0]?.log?.sent ?? 0;
    let before = -1;
    await vi.waitFor(
      async () => {
        const now = await taken();
        const isStill = now === before;
        before = now;
        expect(isStill).toBe(true);
      },
      { timeout: 20_000, interval: 200 },
    );
    // Sockets and streams in between buffer this much, and no more arrives while the reader reads nothing.
    expect(before).toBeLessThan(20_000_000);
    while (bytes < before + 5_000_000) bytes += (await reader.read()).value?.length ?? 0;
    await reader.cancel();
  });

  it('passes binary data through unchanged', async () => {
    await server.setFaults({ resources: ['pods/log'], log: { kind: 'binary', bytes: 70_000 } });
    const bytes = new Uint8Array(await (await readLog('any')).arrayBuffer());
    expect(new Set(bytes).size).toBe(256);
  });

  it('encodes names in calls to Kubernetes (spec 001 section 5)', async () => {
    for (const odd of ['a?b=c', 'a#b', 'a%2e%2e', 'a b', 'ä']) {
      const answer = await readLog(odd);
      expect([odd, answer.status]).toEqual([odd, 404]);
    }
  });

  it('lists the containers of a pod for browsers without a proxy', async () => {
    await podInSight('has-containers');
    const path = `/namespaces/${ENGINES_NAMESPACE}/pods/has-containers/containers`;
    expect((await call('GET', path)).body).toMatchObject({ containers: ['main'], ownerPods: 1 });
    expect((await call('GET', path.replace('has-containers', 'nobody'))).status).toBe(404);
  });
});

it('lets the page call the cluster proxy on this machine, and nothing else', async () => {
  const answer = await fetch(server.url);
  expect(answer.headers.get('content-security-policy')).toContain('http://127.0.0.1:8182 http://localhost:8182;');
  expect((await call('GET', '/settings')).body).toMatchObject({ proxyUrl: 'http://127.0.0.1:8182' });
});
