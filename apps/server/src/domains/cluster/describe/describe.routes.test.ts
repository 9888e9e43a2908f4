import type { DescribedNode, DescribedPod } from '@switchyard/contracts/cluster/describe';
import type { MonitoredNodeRow } from '@switchyard/contracts/cluster/monitored-nodes';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ClusterServer, startClusterServer } from '../../../../test/cluster-server.ts';

const WAIT = { timeout: 20_000, interval: 50 };
let server: ClusterServer;
beforeAll(async () => {
  server = await startClusterServer();
});
afterAll(() => server.stop());

const call = <Body>(path: string) =>
  server.call<Body>('GET', `/api/cluster${path}`, undefined, { token: server.admin.token });
const describePod = (name: string) => call<DescribedPod>(`/namespaces/${server.namespace}/pods/${name}`);

it('describes a pod whose process ended with its exit code, its events and its manifest', async () => {
  const name = await server.createPod('ends-badly', 'exit 3');
  const pod = await vi.waitFor(async () => {
    const { body } = await describePod(name);
    expect(body.containers[0]?.now.state).toBe('terminated');
    return body;
  }, WAIT);
  expect(pod).toMatchObject({ status: 'Error', namespace: server.namespace, eventsProblem: null });
  expect(pod.containers).toMatchObject([
    { name: 'main', kind: 'app', now: { reason: 'Error', exitCode: 3, finishedAt: expect.any(String) }, before: null },
  ]);
  expect(pod.events?.map((event) => event.reason)).toEqual(expect.arrayContaining(['Started']));
  expect(pod.manifest).toContain(`name: ${name}`);
  const containers = await call(`/namespaces/${server.namespace}/pods/${name}/containers`);
  expect(containers.body).toEqual({ containers: ['main'], initContainers: [], owner: '', ownerPods: 1 });
});

it('describes a node with the requests of its pods', async () => {
  const name = await server.createPod('asks-for-nothing', 'sleep 60');
  const node = await vi.waitFor(async () => {
    const { body } = await call<{ nodes: MonitoredNodeRow[] }>('/nodes?type=all');
    const found = body.nodes.find((node) => node.pods.some((pod) => pod.name === name && pod.status === 'Running'));
    expect(found).toBeDefined();
    return found;
  }, WAIT);
  const { status, body } = await call<DescribedNode>(`/nodes/${node?.name}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: node?.name, status: 'Ready', eventsProblem: null, requestedBytes: 0 });
  expect(body.conditions.find((condition) => condition.type === 'Ready')?.status).toBe('True');
  expect(body.pods).toBeGreaterThan(0);
  expect(body.manifest).toContain('kind: Node');
});

it('reports what does not exist as missing', async () => {
  expect((await describePod('never-was')).status).toBe(404);
  expect((await call('/nodes/never-was')).status).toBe(404);
});
