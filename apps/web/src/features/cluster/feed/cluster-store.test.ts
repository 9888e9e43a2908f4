import { packPods } from '@switchyard/contracts/cluster/pack-pods';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { describe, expect, it } from 'vitest';
import { ClusterStore } from './cluster-store.ts';

const pod = (uid: string, more: Partial<PodRow> = {}) =>
  ({ uid, name: `pod-${uid}`, namespace: 'x', nodeName: 'n1', status: 'Running', ...more }) as PodRow;
const node = (name: string) => ({ name, type: 'gateway' }) as NodeRow;
const store = () => new ClusterStore((notify) => notify());

describe('cluster state of the page', () => {
  it('counts by status and node without walking the cluster', () => {
    const cluster = store();
    cluster.apply(
      { atMs: 0, cursor: 'a.1', nodes: [node('n1')], pods: [pod('1'), pod('2'), pod('3', { nodeName: 'n2' })] },
      0,
    );
    cluster.apply({ atMs: 0, cursor: 'a.2', pods: [pod('2', { status: 'OOMKilled', nodeName: 'n2' })] }, 0);
    expect([cluster.countOf('Running'), cluster.countOf('OOMKilled')]).toEqual([2, 1]);
    expect([...cluster.podsOn('n1')]).toEqual(['1']);
    expect([...cluster.podsOn('n2')].sort()).toEqual(['2', '3']);
    cluster.apply({ atMs: 0, cursor: 'a.3', gonePods: ['2', 'never seen'] }, 0);
    expect(cluster.podCount).toBe(2);
    expect([...cluster.countByStatus]).toEqual([['Running', 2]]);
    expect([cluster.hasPodNamed('pod-1'), cluster.hasPodNamed('pod-2')]).toEqual([true, false]);
  });

  it('tracks a pod recreated under the same name while the old one still ends', () => {
    const cluster = store();
    cluster.apply({ atMs: 0, pods: [pod('old', { name: 'same' }), pod('new', { name: 'same' })] }, 0);
    cluster.apply({ atMs: 0, gonePods: ['old'] }, 0);
    expect(cluster.hasPodNamed('same')).toBe(true);
  });

  it('keeps a view the same object until its pod or usage changes', () => {
    const cluster = store();
    cluster.apply({ atMs: 0, pods: [pod('1'), pod('2')] }, 0);
    const [first, second] = [cluster.pod('1'), cluster.pod('2')];
    cluster.apply({ atMs: 0, podUsage: [['1', 250, 1024]] }, 0);
    expect(cluster.pod('1')).toMatchObject({ millicores: 250, memoryBytes: 1024 });
    expect(cluster.pod('1')).not.toBe(first);
    expect(cluster.pod('2')).toBe(second);
    cluster.apply({ atMs: 0, pods: [pod('1', { status: 'Error' })] }, 0);
    expect(cluster.pod('1')).toMatchObject({ millicores: 250, memoryBytes: 1024 });
  });

  it('drops usage that is no longer measured', () => {
    const cluster = store();
    const nodeUsage: [string, number, number][] = [['n1', 2, 3]];
    cluster.apply({ atMs: 0, nodes: [node('n1')], pods: [pod('1')], nodeUsage, podUsage: [['1', 4, 5]] }, 0);
    const place = cluster.changesUntil;
    cluster.apply({ atMs: 0, goneNodeUsage: ['n1', 'never seen'], gonePodUsage: ['1', 'never seen'] }, 0);
    expect(cluster.node('n1')).toMatchObject({ node: { name: 'n1' }, millicores: null, memoryBytes: null });
    expect(cluster.pod('1')).toMatchObject({ pod: { uid: '1' }, millicores: null, memoryBytes: null });
    expect(cluster.changedPodsSince(place)).toEqual(new Set(['1']));
  });

  it('tells a recreated node from the previous one of its name, whose usage is not its own', () => {
    const cluster = store();
    const made = (uid: string, status: string) => ({ ...node('n1'), uid, status });
    cluster.apply({ atMs: 0, nodes: [made('old', 'Ready')], nodeUsage: [['n1', 250, 1024]] }, 0);
    cluster.apply({ atMs: 0, nodes: [made('old', 'NotReady')] }, 0);
    expect(cluster.node('n1')).toMatchObject({ node: { status: 'NotReady' }, memoryBytes: 1024 });
    cluster.apply({ atMs: 0, nodes: [made('new', 'Ready')] }, 0);
    expect(cluster.node('n1')).toMatchObject({ node: { uid: 'new' }, millicores: null, memoryBytes: null });
  });

  it('accepts packed pods, with their usage', () => {
    const cluster = store();
    cluster.apply({ atMs: 0, pods: [pod('1'), pod('2', { nodeName: 'n2' })] }, 0);
    const rows = [pod('1', { status: 'Error', containers: [] }), pod('3', { containers: [] })];
    const packedPods = packPods(rows, (uid) => (uid === '3' ? [uid, 5, 6] : undefined));
    cluster.apply({ atMs: 0, packedPods }, 0);
    expect([...cluster.countByStatus]).toEqual([
      ['Running', 2],
      ['Error', 1],
    ]);
    expect([...cluster.podsOn('n1')]).toEqual(['1', '3']);
    expect(cluster.pod('3')).toMatchObject({ pod: { name: 'pod-3' }, millicores: 5, memoryBytes: 6 });
  });

  it('is complete once a snapshot has its cursor, and is cleared when a new one begins', () => {
    const cluster = store();
    cluster.apply({ atMs: 0, reset: true }, 0);
    cluster.apply({ atMs: 0, pods: [pod('1')] }, 0);
    expect([cluster.isComplete, cluster.cursor]).toEqual([false, null]);
    cluster.apply({ atMs: 0, cursor: 'a.9' }, 0);
    expect([cluster.isComplete, cluster.cursor]).toEqual([true, 'a.9']);
    cluster.apply({ atMs: 0, reset: true }, 0);
    expect([cluster.isComplete, cluster.cursor, cluster.podCount]).toEqual([false, null, 0]);
  });

  it('notifies listeners once per frame, however many lines arrived', () => {
    const frames: (() => void)[] = [];
    const cluster = new ClusterStore((notify) => frames.push(notify));
    let notified = 0;
    cluster.subscribe(() => {
      notified += 1;
    });
    for (let at = 0; at < 100; at += 1) cluster.apply({ atMs: 0, pods: [pod(String(at))] }, 0);
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(notified).toBe(1);
  });

  it('tells an empty list from one that was never read', () => {
    const live = { state: 'live', asOfMs: 0, problem: null } as const;
    const feed = { cluster: 'c', pods: live, nodes: { ...live, state: 'unavailable' as const }, metrics: live };
    const cluster = store();
    cluster.apply({ atMs: 0, reset: true, feed }, 0);
    expect(cluster.isKnown('pods')).toBe(false);
    cluster.apply({ atMs: 0, cursor: 'a.1' }, 0);
    expect([cluster.isKnown('pods'), cluster.isKnown('nodes')]).toEqual([true, false]);
  });

  it('keeps its state when the stream breaks, and says why', () => {
    const cluster = store();
    cluster.apply({ atMs: 1_000, cursor: 'a.1', pods: [pod('1')] }, 900);
    cluster.fail('The server cannot be reached.');
    expect([cluster.podCount, cluster.failure, cluster.lastMessageAtMs]).toEqual([
      1,
      'The server cannot be reached.',
      900,
    ]);
    expect(cluster.serverNowMs(900)).toBe(1_000);
    cluster.apply({ atMs: 0 }, 0);
    expect(cluster.failure).toBeNull();
  });
});
