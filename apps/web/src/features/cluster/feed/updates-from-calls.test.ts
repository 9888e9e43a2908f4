import type { GatewayPod, GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { MonitoredNodeRow } from '@switchyard/contracts/cluster/monitored-nodes';
import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ClusterStore } from './cluster-store.ts';
import { updateOfGateway, updateOfNodes } from './updates-from-calls.ts';

const LIVE = { state: 'live', asOfMs: 1, problem: null } as const;
const FEED = { cluster: 'c', pods: LIVE, nodes: LIVE, metrics: LIVE };
const NOON = 1_700_000_000_000;

it('without a stream the gateway status fills the store, and the stream starts over afterwards', () => {
  const store = new ClusterStore((notify) => notify());
  store.apply({ atMs: NOON, cursor: 'a.1', pods: [] }, NOON);
  store.fail('The server ended the stream.');
  const listed = { uid: 'u', name: 'engine-1', nodeName: 'gw', nodeMachineType: 'e2-highmem-4', statusString: 'Error' };
  const status = { atMs: NOON + 600_000, feed: FEED, pods: [{ ...listed, readyState: '0/1', containerStatuses: [] }] };
  store.replace(updateOfGateway(status as unknown as GatewayStatus & { pods: GatewayPod[] }), NOON);
  expect(store.pod('u')?.pod).toMatchObject({ name: 'engine-1', status: 'Error', ready: '0/1' });
  expect(store.node('gw')?.node.machineType).toBe('e2-highmem-4');
  expect([store.isKnown('pods'), store.isStreaming(NOON), store.cursor]).toEqual([true, false, null]);
  // This machine's clock is ten minutes behind the server's.
  expect(store.serverNowMs(NOON)).toBe(NOON + 600_000);
});

it('without a stream the node listing fills the store, leaving unmeasured values open', () => {
  const store = new ClusterStore((notify) => notify());
  const metrics = { cpu: { usage: null, capacity: 4_000 }, memory: { usage: null, capacity: 100 } };
  const measured = { cpu: { usage: 10, capacity: 4_000 }, memory: { usage: 50, capacity: 100 } };
  const nodes = [
    { name: 'gw', isGateway: true, age: '2d', metrics: measured, pods: [{ uid: 'p', name: 'x', age: '?d', metrics }] },
  ];
  store.replace(updateOfNodes(nodes as unknown as MonitoredNodeRow[], { atMs: NOON, feed: FEED }), NOON);
  expect(store.node('gw')).toMatchObject({
    memoryBytes: 50,
    node: { type: 'gateway', capacityBytes: 100, createdAtMs: NOON - 2 * 86_400_000 },
  });
  expect(store.pod('p')).toMatchObject({ memoryBytes: null, pod: { nodeName: 'gw', createdAtMs: 0 } });
});

it.each([null, undefined, '', '<!doctype html>', {}])('rejects %j as a response of the gateway call', (answer) => {
  expect(() => updateOfGateway(answer as never)).toThrow(ApiError);
});
