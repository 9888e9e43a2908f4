import { shownNodeStatus } from '@switchyard/kubernetes/node-status';
import type { Node, Pod } from '@switchyard/kubernetes/objects';
import { shownPodStatus } from '@switchyard/kubernetes/pod-status';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { deleteObject, deleteOptions } from '../api/delete.ts';
import { patchObject } from '../api/patch.ts';
import { NODES, PODS } from '../api/resources.ts';
import { EventRecorder } from '../events.ts';
import type { LogQuery } from '../kubelet/read-log.ts';
import { ObjectStore } from '../store/object-store.ts';
import { Fleet } from './fleet.ts';
import { type FleetOptions, parseFleet } from './fleet-options.ts';

const BEGIN_MS = Date.UTC(2026, 0, 1);
const LAST_LINES: LogQuery = { follow: false, timestamps: true, tailLines: 3, sinceMs: null, limitBytes: null };

function startFleet(text: string, more: Partial<FleetOptions> = {}) {
  const clock = new VirtualClock(BEGIN_MS);
  const store = new ObjectStore({ startVersion: 0, historyLimit: 10_000 });
  const fleet = new Fleet(
    { ...parseFleet(text, 'ns'), ...more },
    store,
    clock,
    new EventRecorder(store, clock, 'test'),
  );
  for (const _step of fleet.fill());
  const pods = () => [...store.snapshot('pods')].map(({ stored }) => stored.toObject() as Pod);
  const nodes = () => [...store.snapshot('nodes')].map(({ stored }) => stored.toObject() as Node);
  return { clock, store, fleet, pods, nodes };
}

describe('parseFleet', () => {
  test('reads sizes, and by default changes a hundredth of the pods per second', () => {
    expect(parseFleet('nodes:1000,pods:20000', 'ns')).toEqual({
      nodes: 1_000,
      pods: 20_000,
      seed: 1,
      changesPerSecond: 200,
      namespace: 'ns',
    });
    expect(parseFleet(' nodes:1 , pods:2,seed:7,changes:0', 'ns')).toMatchObject({ seed: 7, changesPerSecond: 0 });
  });

  test.each([
    ['', '"" is not one of'],
    ['nodes:many', '"nodes:many" is not one of'],
    ['pods:5', 'nodes must be from 1'],
    ['nodes:1,pods:99999999', 'pods must be at most'],
  ])('refuses "%s"', (text, words) => expect(() => parseFleet(text, 'ns')).toThrow(words));
});

describe('a simulated fleet', () => {
  test('has the requested number of nodes and pods, with the machine types of spec 001 section 9', () => {
    const { pods, nodes } = startFleet('nodes:200,pods:3000');
    expect([nodes().length, pods().length]).toEqual([200, 3_000]);
    const types = new Map(
      nodes().map(({ metadata, status }) => [metadata.labels?.['node.kubernetes.io/instance-type'], status.capacity]),
    );
    expect(types.get('e2-highmem-8')).toMatchObject({ cpu: '8', memory: `${60 * 1024 ** 2}Ki` });
    expect(types.get('e2-highmem-4')).toMatchObject({ cpu: '4', memory: `${30 * 1024 ** 2}Ki` });
    expect(types.get('e2-standard')).toMatchObject({ cpu: '2', memory: `${8 * 1024 ** 2}Ki` });
    const gateways = nodes().filter(({ spec }) =>
      spec.taints?.some(({ key, value }) => key === 'workload' && value === 'gateway'),
    );
    expect(gateways.length).toBeGreaterThan(100);
    expect(gateways.length).toBeLessThan(200);
  });

  test('shows every pod status of spec 001 section 4', () => {
    const { pods, clock } = startFleet('nodes:200,pods:4000');
    clock.advance(2_000);
    const shown = new Set(pods().map((pod) => shownPodStatus(pod).status));
    for (const status of [
      ...['Running', 'Pending', 'Failed', 'Error', 'Completed', 'ContainerStatusUnknown', 'OOMKilled'],
      ...['CrashLoopBackOff', 'Terminating', 'Unknown', 'Evicted', 'ImagePullBackOff', 'CreateContainerError'],
    ]) {
      expect(shown, status).toContain(status);
    }
    expect(new Set(pods().map((pod) => pod.spec.containers.length))).toEqual(new Set([1, 2, 3]));
  });

  test('places nothing new on a cordoned node until it is uncordoned', () => {
    const { clock, store, pods, nodes } = startFleet('nodes:8,pods:80', { changesPerSecond: 40 });
    const name = nodes().find(({ spec }) => spec.taints?.length === 1 && !spec.unschedulable)?.metadata.name ?? '';
    const cordon = (unschedulable: true | null) => {
      const patch = { type: 'application/merge-patch+json', body: { spec: { unschedulable } } };
      patchObject({ resource: NODES, namespace: '', name, subresource: null }, patch, 'owner', store, false);
    };
    const onIt = () =>
      pods()
        .filter(({ spec }) => spec.nodeName === name)
        .map(({ metadata }) => metadata);
    cordon(true);
    const before = onIt();
    expect(before.length).toBeGreaterThan(2);
    for (const { namespace = '', name: pod } of before) {
      const target = { resource: PODS, namespace, name: pod, subresource: null };
      deleteObject(
        target,
        deleteOptions({ gracePeriodSeconds: 0 }, new URLSearchParams()),
        store,
        () => true,
        clock.now(),
      );
    }
    clock.advance(90_000);
    expect([pods().length, onIt()]).toEqual([80, []]);
    cordon(null);
    clock.advance(600_000);
    expect(nodes().find(({ metadata }) => metadata.name === name)?.spec.unschedulable).toBeUndefined();
  });

  test('is the same for the same seed, and different for another', () => {
    const after = (seed: number) => {
      const { clock, pods } = startFleet('nodes:20,pods:300', { seed });
      clock.advance(30_000);
      return JSON.stringify(pods());
    };
    expect(after(5)).toBe(after(5));
    expect(after(5)).not.toBe(after(6));
  });

  test('changes at its pace, and stays mostly healthy, for an hour', () => {
    const { clock, store, pods } = startFleet('nodes:20,pods:300,changes:20');
    const before = store.version;
    clock.advance(10_000);
    expect(store.version - before).toBeGreaterThan(150);
    expect(store.version - before).toBeLessThan(350);
    clock.advance(3_600_000);
    expect(pods()).toHaveLength(300);
    const running = pods().filter((pod) => shownPodStatus(pod).status === 'Running');
    expect(running.length).toBeGreaterThan(200);
  });

  test('ends a deleted pod within its grace period, and replaces it', () => {
    const { clock, store, pods } = startFleet('nodes:3,pods:30,changes:0');
    const [victim] = pods();
    if (!victim) throw new Error('no pod');
    const { name, uid } = victim.metadata;
    const target = { resource: PODS, namespace: 'ns', name, subresource: null };
    deleteObject(
      target,
      deleteOptions({ gracePeriodSeconds: 30 }, new URLSearchParams()),
      store,
      () => true,
      clock.now(),
    );
    const marked = pods().find((pod) => pod.metadata.uid === uid);
    expect(marked && shownPodStatus(marked).status).toBe('Terminating');
    clock.advance(5_000);
    expect(pods().some((pod) => pod.metadata.uid === uid)).toBe(false);
    expect(pods()).toHaveLength(30);
  });

  test('nodes fall silent and recover, and a node that is too full evicts a pod', () => {
    const { clock, store, nodes } = startFleet('nodes:50,pods:1000,changes:0');
    const seen = new Set<string>();
    store.watch('nodes', store.version, ({ current }) =>
      seen.add(shownNodeStatus(current.toObject() as Node).split(',')[0] ?? ''),
    );
    const reasons = new Set<string | undefined>();
    store.watch('pods', store.version, ({ current }) => reasons.add((current.toObject() as Pod).status.reason));
    clock.advance(1_800_000);
    expect(seen).toEqual(new Set(['NotReady', 'Ready']));
    expect(reasons).toContain('Evicted');
    expect(nodes().filter((node) => shownNodeStatus(node).startsWith('NotReady')).length).toBeLessThan(10);
  });

  test('no node of a small fleet falls silent', () => {
    const { clock, store } = startFleet('nodes:6,pods:60,changes:0');
    const seen = new Set<string>();
    store.watch('nodes', store.version, ({ current }) => seen.add(shownNodeStatus(current.toObject() as Node)));
    clock.advance(1_800_000);
    expect([...seen].filter((status) => status.startsWith('NotReady'))).toEqual([]);
  });

  test('measures a node as the sum of its pods and its system', () => {
    const { fleet } = startFleet('nodes:5,pods:60');
    const podBytes = [...fleet.members.pods()].reduce(
      (sum, { containers = [] }) => sum + containers.reduce((part, { usage }) => part + usage.memoryBytes, 0),
      0,
    );
    const nodeBytes = [...fleet.members.nodes()].reduce((sum, { usage }) => sum + (usage?.memoryBytes ?? 0), 0);
    const systems = nodeBytes - podBytes;
    expect(systems / 1024 ** 2).toBeGreaterThan(5 * 500);
    expect(systems / 1024 ** 2).toBeLessThan(5 * 1_100);
  });

  test('has logs that read the same twice, separate for each container', async () => {
    const { fleet, pods } = startFleet('nodes:5,pods:200,changes:0');
    const pod = pods().find(
      (pod) =>
        pod.spec.containers.length === 2 && shownPodStatus(pod).status === 'Running' && !pod.metadata.deletionTimestamp,
    );
    if (!pod) throw new Error('no such pod');
    const read = async (container: number) => {
      const name = pod.spec.containers[container]?.name ?? '';
      let text = '';
      const log = fleet.log(pod.metadata.name, name, false, LAST_LINES, new AbortController().signal);
      for await (const piece of log ?? []) text += piece;
      return text;
    };
    expect((await read(0)).trimEnd().split('\n')).toHaveLength(3);
    expect(await read(0)).toBe(await read(0));
    expect(await read(0)).not.toBe(await read(1));
  });

  test('a followed log ends with its pod', async () => {
    const { fleet, clock, pods, store } = startFleet('nodes:3,pods:30,changes:0');
    const pod = pods().find((pod) => shownPodStatus(pod).status === 'Running' && !pod.metadata.deletionTimestamp);
    if (!pod) throw new Error('no such pod');
    const { name } = pod.metadata;
    const following = { ...LAST_LINES, follow: true };
    const container = pod.spec.containers[0]?.name ?? '';
    const log = fleet.log(name, container, false, following, new AbortController().signal)?.[Symbol.asyncIterator]();
    expect((await log?.next())?.done).toBe(false);
    const goesOn = log?.next();
    // By now it waits for the next second.
    await Promise.resolve();
    clock.advance(1_000);
    expect((await goesOn)?.done).toBe(false);
    const ends = log?.next();
    await Promise.resolve();
    const target = { resource: PODS, namespace: 'ns', name, subresource: null };
    deleteObject(target, deleteOptions({}, new URLSearchParams()), store, () => true, clock.now());
    clock.advance(60_000);
    let last = await ends;
    while (last && !last.done) last = await log?.next();
    expect(last?.done).toBe(true);
  });

  test('can be removed again completely', () => {
    const { fleet, clock, pods, nodes, store } = startFleet('nodes:5,pods:60');
    for (const _step of fleet.remove());
    const { version } = store;
    clock.advance(60_000);
    expect([pods().length, nodes().length, store.version]).toEqual([0, 0, version]);
  });
});
