import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { unpackPods } from '@switchyard/contracts/cluster/pack-pods';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { describe, expect, it } from 'vitest';
import { ChangeLog } from './change-log.ts';
import { ClusterState } from './cluster-state.ts';
import { projectNode } from './project-node.ts';
import { projectPod } from './project-pod.ts';

const live = { state: 'live', asOfMs: 0, problem: null } as const;
const FEED: ClusterFeed = { cluster: 'here', pods: live, nodes: live, metrics: live };
const pod = (uid: string, nodeName = 'n1') =>
  projectPod({ metadata: { uid, name: `pod-${uid}`, namespace: 'x' }, spec: { nodeName } }) as PodRow;
const node = (name: string) => projectNode({ metadata: { uid: name, name } }) as NodeRow;

/** The state of a browser after these lines. */
function read(lines: readonly Buffer[]) {
  const pods = new Map<string, PodRow>();
  const usage = new Map<string, number | null>();
  let cursor = '';
  for (const line of lines) {
    const update = JSON.parse(line.toString()) as ClusterUpdate;
    if (update.reset) pods.clear();
    for (const row of update.pods ?? []) pods.set(row.uid, row);
    for (const { pod: row, memoryBytes } of update.packedPods ? unpackPods(update.packedPods) : []) {
      pods.set(row.uid, row);
      usage.set(row.uid, memoryBytes);
    }
    for (const [uid, , bytes] of update.podUsage ?? []) usage.set(uid, bytes);
    for (const uid of update.gonePods ?? []) pods.delete(uid);
    for (const uid of update.gonePodUsage ?? []) usage.delete(uid);
    cursor = update.cursor ?? cursor;
  }
  return { rows: [...pods.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1)), cursor, usage };
}
const uidsOf = (lines: readonly Buffer[]) => read(lines).rows.map((row) => row.uid);
const linesSince = (clusterState: ClusterState, sequence: number) =>
  clusterState.log.since(sequence)?.map((entry) => entry.line) ?? [];

describe('the cluster state', () => {
  it('sends changes once, batched, and nothing that did not change', () => {
    const clusterState = new ClusterState(FEED);
    const lines: Buffer[] = [];
    clusterState.listen((_, line) => lines.push(line));
    clusterState.putPod(pod('1'));
    clusterState.putPod(pod('2'));
    clusterState.putPod(pod('1'));
    clusterState.flush();
    clusterState.putPod(pod('1'));
    clusterState.flush();
    expect(lines).toHaveLength(1);
    expect(uidsOf(lines)).toEqual(['1', '2']);
  });

  it('is the same by snapshot, by changes from the start, and resumed from any position in between', async () => {
    const clusterState = new ClusterState(FEED);
    const lines: Buffer[] = [];
    const first = await clusterState.snapshot();
    clusterState.listen((_, line) => lines.push(line));
    for (let step = 0; step < 300; step += 1) {
      const uid = String((step * 7) % 40);
      if (step % 3 === 2) clusterState.removePod(uid);
      else clusterState.putPod(pod(uid, `n${step}`));
      if (step % 5 === 0) clusterState.flush();
    }
    clusterState.flush();
    const fresh = new ClusterState(FEED);
    for (const row of clusterState.pods()) fresh.putPod(row);
    const whole = read((await fresh.snapshot()).lines).rows;
    expect(read([...first.lines, ...lines]).rows).toEqual(whole);
    const middle = 20;
    const resumed = linesSince(clusterState, clusterState.log.sequence - middle);
    expect(resumed).toHaveLength(middle);
    expect(read([...first.lines, ...lines.slice(0, -middle), ...resumed]).rows).toEqual(whole);
  });

  it('is complete with a snapshot made during changes plus the changes since it began', async () => {
    const clusterState = new ClusterState(FEED);
    for (let at = 0; at < 3_000; at += 1) clusterState.putPod(pod(String(at)));
    const making = clusterState.snapshot();
    let steps = 0;
    const change = () => {
      for (const uid of [steps, 2_999 - steps, 1_500 + steps]) clusterState.putPod(pod(String(uid), `moved ${steps}`));
      clusterState.removePod(String(steps * 2));
      clusterState.putPod(pod(`new ${steps}`));
      clusterState.flush();
      steps += 1;
      if (steps < 4) setImmediate(change);
    };
    setImmediate(change);
    const { lines, sequence } = await making;
    expect(steps).toBe(4);
    expect(await clusterState.snapshot()).toEqual({ lines, sequence });
    const known = read([...lines, ...linesSince(clusterState, sequence)]);
    const rows = [...clusterState.pods()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
    expect(known.rows).toEqual(rows);
    expect(known.cursor).toBe(clusterState.log.cursor());
  });

  it('splits large changes into packed lines with usage that a browser can process one at a time', async () => {
    const clusterState = new ClusterState(FEED);
    for (let at = 0; at < 2_100; at += 1) clusterState.putPod(pod(String(at)));
    clusterState.putPodUsage('x', 'pod-7', (uid) => [uid, 1, 77]);
    const { lines } = await clusterState.snapshot();
    const counts = lines.map((line) => (JSON.parse(line.toString()) as ClusterUpdate).packedPods?.uid.length ?? 0);
    expect(Math.max(...counts)).toBe(500);
    const known = read(lines);
    expect(known.rows).toHaveLength(2_100);
    expect([known.usage.get('7'), known.usage.get('8')]).toEqual([77, null]);
    expect(lines.filter((line) => line.includes('"cursor"'))).toHaveLength(1);
  });

  it('sends a few pods as rows, without their containers’ ids', async () => {
    const clusterState = new ClusterState(FEED);
    const containers = [{ name: 'a', ready: true, restarts: 0, state: 'running' as const, containerID: 'x://1' }];
    clusterState.putPod({ ...pod('1'), containers });
    clusterState.putPodUsage('x', 'pod-1', (uid) => [uid, 1, 77]);
    const known = read((await clusterState.snapshot()).lines);
    expect(known.rows[0]?.containers).toEqual([{ name: 'a', ready: true, restarts: 0, state: 'running' }]);
    expect(known.usage.get('1')).toBe(77);
    expect(clusterState.podNamed('x', 'pod-1')?.containers).toEqual(containers);
  });

  it('stores usage by uid, and removes it with its pod or node', () => {
    const clusterState = new ClusterState(FEED);
    clusterState.putNode(node('n1'));
    clusterState.putNodeUsage(['n1', 1, 1_000]);
    clusterState.putNodeUsage(['stranger', 1, 1_000]);
    expect(clusterState.nodeUsage('n1')).toEqual(['n1', 1, 1_000]);
    expect(clusterState.nodeUsage('stranger')).toBeUndefined();
    clusterState.removeNode('n1');
    expect(clusterState.nodeUsage('n1')).toBeUndefined();
    clusterState.putPod(pod('1'));
    clusterState.putPodUsage('x', 'pod-1', (uid) => [uid, 5, 6]);
    clusterState.putPodUsage('x', 'stranger', (uid) => [uid, 5, 6]);
    expect(clusterState.podUsage('1')).toEqual(['1', 5, 6]);
    clusterState.removePod('1');
    expect(clusterState.podUsage('1')).toBeUndefined();
    expect(clusterState.podNamed('x', 'pod-1')).toBeUndefined();
  });

  it('reports usage that is no longer measured', () => {
    const clusterState = new ClusterState(FEED);
    const lines: Buffer[] = [];
    clusterState.listen((_, line) => lines.push(line));
    clusterState.putNode(node('n1'));
    clusterState.putNodeUsage(['n1', 1, 1_000]);
    for (const uid of ['1', '2']) {
      clusterState.putPod(pod(uid));
      clusterState.putPodUsage('x', `pod-${uid}`, () => [uid, 5, 6]);
    }
    clusterState.flush();
    clusterState.retainUsage(new Set(), new Set(['2']));
    clusterState.flush();
    expect([...read(lines).usage]).toEqual([['2', 6]]);
    expect(lines.slice(-2).map((line) => (JSON.parse(line.toString()) as ClusterUpdate).goneNodeUsage)).toEqual([
      ['n1'],
      undefined,
    ]);
    expect([clusterState.nodeUsage('n1'), clusterState.podUsage('1')]).toEqual([undefined, undefined]);
  });

  it('distinguishes a recreated pod from its predecessor of the same name', () => {
    const clusterState = new ClusterState(FEED);
    clusterState.putPod({ ...pod('old'), name: 'same' });
    clusterState.putPod({ ...pod('new'), name: 'same' });
    clusterState.removePod('old');
    expect(clusterState.podNamed('x', 'same')?.uid).toBe('new');
  });

  it('reports when a feed breaks', () => {
    const clusterState = new ClusterState(FEED);
    const lines: Buffer[] = [];
    clusterState.listen((_, line) => lines.push(line));
    clusterState.setFeed({ ...FEED, pods: { ...live, asOfMs: 5 } });
    clusterState.flush();
    expect(lines).toEqual([]);
    clusterState.setFeed({ ...FEED, pods: { state: 'reconnecting', asOfMs: 5, problem: 'cut' } });
    clusterState.flush();
    expect(lines).toHaveLength(1);
  });
});

describe('the order of changes', () => {
  it('resumes only from what it still has, and rejects cursors of other processes', () => {
    const log = new ChangeLog('epoch');
    for (let at = 0; at < 3; at += 1) log.append((cursor) => Buffer.from(cursor));
    expect(log.since(1)?.map((entry) => entry.line.toString())).toEqual(['epoch.2', 'epoch.3']);
    expect(log.since(3)).toEqual([]);
    expect(log.since(4)).toBeNull();
    expect(log.placeOf('epoch.2')).toBe(2);
    for (const strange of ['other.2', 'epoch', 'epoch.', 'epoch.x', 'epoch.1.2', ''])
      expect(log.placeOf(strange)).toBeNull();
  });

  it('drops the oldest changes when it grows too large', () => {
    const log = new ChangeLog('e');
    const line = Buffer.alloc(1_000_000);
    for (let at = 0; at < 60; at += 1) log.append(() => line);
    expect(log.since(0)).toBeNull();
    expect(log.since(59)).toHaveLength(1);
  });
});
