import { type GatewayStatus, gatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import { type MonitoredNodeRow, monitoredNode } from '@switchyard/contracts/cluster/monitored-nodes';
import type { SimulatedFleet } from '@switchyard/contracts/cluster/simulated-fleet';
import { describe, expect, it, vi } from 'vitest';
import { podNamed, useCluster } from '../../../test/cluster-rig.ts';
import { newId } from '../../platform/database/columns.ts';

const rig = useCluster();
const { call, deletions, follow, seenPod } = rig;

describe('spec 001 section 6: the admin role is required, by the server, on every call', () => {
  it.each([
    ['GET', '/settings'],
    ['PUT', '/fleet', { size: 'small' }],
    ['POST', '/gateway-status'],
    ['GET', '/sessions'],
    ['GET', '/refresh'],
    ['GET', '/nodes'],
    ['POST', '/pods/delete', { podName: 'x' }],
    ['POST', '/pods/terminate', { podName: 'x' }],
    ['POST', '/deletions', { podName: 'x' }],
    ['PATCH', `/deletions/${newId()}`, { outcome: 'deleted' }],
    ['GET', '/deletions'],
    ['GET', '/stream'],
    ['GET', '/namespaces/a/pods/b/log'],
    ['GET', '/namespaces/a/pods/b'],
    ['GET', '/nodes/a'],
    ['GET', '/audit'],
    ['GET', '/find?text=engine'],
    ['POST', '/history', {}],
    ['GET', '/namespaces/a/owners/ReplicaSet/b/log'],
  ])('%s %s: 403 for a user, 401 for nobody', async (method, path, body?: object) => {
    expect((await call(method, path, body, rig.user.token)).status).toBe(403);
    expect((await rig.server.call(method, `/api/cluster${path}`, body)).status).toBe(401);
  });

  it('leaves a pod unchanged that a user tried to delete', async () => {
    const { name } = await seenPod('kept', 'sleep 60');
    expect((await call('POST', '/pods/delete', { podName: name }, rig.user.token)).status).toBe(403);
    expect((await call<GatewayStatus>('POST', '/gateway-status')).body.pods.map((pod) => pod.name)).toContain(name);
    expect(await deletions(name)).toEqual([]);
  });
});

describe('the stream', () => {
  it('sends a snapshot, then changes as they happen, and resumes from a cursor without repeating anything', async () => {
    const first = await follow();
    await first.until((state) => state.cursor !== '');
    const name = await rig.server.createPod('comes-and-goes', 'sleep 60');
    await first.until((state) => podNamed(state, name)?.status === 'Running');
    expect(first.state.resets).toBe(1);
    expect(first.state.feed).toMatchObject({ pods: { state: 'live' }, nodes: { state: 'live' } });
    const { cursor } = first.state;
    const uid = podNamed(first.state, name)?.uid ?? '';
    first.stop();

    expect((await call('POST', '/pods/delete', { podName: name })).status).toBe(200);
    const second = await follow(cursor);
    await second.until((state) => state.gone.has(uid));
    expect(second.state.resets).toBe(0);
    expect(second.state.pods.size).toBeLessThan(2);
    second.stop();
  });

  it('begins with a snapshot for a cursor of another server', async () => {
    const stream = await follow('another.12');
    expect((await stream.until((state) => state.cursor !== '')).resets).toBe(1);
    stream.stop();
  });
});

describe('the simulated fleet of the demo', () => {
  const fleet = async () => (await call<{ fleet: SimulatedFleet }>('GET', '/settings')).body.fleet;
  const nodes = async () => (await call<{ nodes: MonitoredNodeRow[] }>('GET', '/nodes?type=all')).body.nodes.length;

  it('is refused to everybody outside the demo', async () => {
    expect(await call('PUT', '/fleet', { size: 'small' })).toMatchObject({
      status: 403,
      body: { message: 'A simulated fleet is for the demo, on the local cluster.' },
    });
    expect(await fleet()).toEqual({ isOffered: false, current: null });
    expect(await nodes()).toBe(1);
  });

  it('is added and removed by an operator of the demo, and visible in the console', async () => {
    const { config } = rig.server.platform;
    config.demo = true;
    try {
      expect(await fleet()).toEqual({ isOffered: true, current: null });
      expect((await call('PUT', '/fleet', { size: 'huge' })).status).toBe(422);
      expect((await call('PUT', '/fleet', { size: 'small' }, rig.user.token)).status).toBe(403);
      const put = await call<SimulatedFleet>('PUT', '/fleet', { size: 'small' });
      expect(put.body).toEqual({ isOffered: true, current: { nodes: 100, pods: 2_000 } });
      await vi.waitFor(async () => expect(await nodes()).toBe(101), 10_000);
      // Only the compiler and this test check these two against the contract.
      const status = (await call<GatewayStatus>('POST', '/gateway-status')).body;
      expect(status.pods.length).toBeGreaterThan(1_000);
      expect(gatewayStatus.parse(status)).toEqual(status);
      const monitored = (await call<{ nodes: MonitoredNodeRow[] }>('GET', '/nodes?type=all')).body.nodes;
      expect(monitored.map((node) => monitoredNode.parse(node))).toEqual(monitored);
      expect((await call<SimulatedFleet>('PUT', '/fleet', { size: null })).body.current).toBeNull();
      await vi.waitFor(async () => expect(await nodes()).toBe(1), 10_000);
    } finally {
      config.demo = false;
    }
  });
});

describe('logs', () => {
  const log = (path: string) =>
    fetch(`${rig.server.url}/api/cluster/namespaces/${rig.server.namespace}/pods/${path}`, {
      headers: { authorization: `Bearer ${rig.server.admin.token}` },
    });

  it('reads one container’s log with timestamps, and passes on Kubernetes’ error', async () => {
    const { name } = await seenPod('talks', 'echo hello from the pod; sleep 60', (row) => row?.ready === '2/2', [
      'one',
      'two',
    ]);
    const answer = await log(`${name}/log?container=one&tailLines=1000&timestamps=true`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z hello from the pod\n$/);
    const unclear = await log(`${name}/log`);
    expect(unclear.status).toBe(400);
    expect(await unclear.json()).toMatchObject({ message: expect.stringContaining('container') });
    expect((await log('never-was/log')).status).toBe(404);
  });

  it('follows a log as it is written', async () => {
    const { name } = await seenPod('goes-on', 'while true; do echo tick; sleep 0.05; done');
    const answer = await log(`${name}/log?follow=true&tailLines=100`);
    let text = '';
    for await (const chunk of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.split('tick\n').length > 4) break;
    }
    expect(text).toMatch(/^(tick\n)+/);
  });
});
