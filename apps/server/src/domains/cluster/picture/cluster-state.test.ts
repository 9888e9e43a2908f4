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

/** What a browser would know after these lines. */
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
  return { rows: [...pods.values()].sort((one, other) => (one.uid < other.uid ? -1 : 1)), cursor, usage };
}
const uidsOf = (lines: readonly Buffer[]) => read(lines).rows.map((row) => row.uid);
const linesSince = (picture: ClusterState, sequence: number) =>
  picture.log.since(sequence)?.map((entry) => entry.line) ?? [];

describe('the picture', () => {
  it('tells changes once, gathered, and says nothing of what did not change', () => {
    const picture = new ClusterState(FEED);
    const lines: Buffer[] = [];
    picture.listen((_, line) => lines.push(line));
    picture.putPod(pod('1'));
    picture.putPod(pod('2'));
    picture.putPod(pod('1'));
    picture.flush();
    picture.putPod(pod('1'));
    picture.flush();
    expect(lines).toHaveLength(1);
    expect(uidsOf(lines)).toEqual(['1', '2']);
  });

  it('is the same by snapshot, by changes from the start, and resumed from any place between', async () => {
    const picture = new ClusterState(FEED);
    const lines: Buffer[] = [];
    const first = await picture.snapshot();
    picture.listen((_, line) => lines.push(line));
    for (let step = 0; step < 300; step += 1) {
      const uid = String((step * 7) % 40);
      if (step % 3 === 2) picture.removePod(uid);
      else picture.putPod(pod(uid, `n${step}`));
      if (step % 5 === 0) picture.flush();
    }
    picture.flush();
    const fresh = new ClusterState(FEED);
    for (const row of picture.pods()) fresh.putPod(row);
    const whole = read((await fresh.snapshot()).lines).rows;
    expect(read([...first.lines, ...lines]).rows).toEqual(whole);
    const middle = 20;
    const resumed = linesSince(picture, picture.log.sequence - middle);
    expect(resumed).toHaveLength(middle);
    expect(read([...first.lines, ...lines.slice(0, -middle), ...resumed]).rows).toEqual(whole);
  });

  it('is whole by a snapshot that was made while things changed, and the changes since it began', async () => {
    const picture = new ClusterState(FEED);
    for (let at = 0; at < 3_000; at += 1) picture.putPod(pod(String(at)));
    const making = picture.snapshot();
    let steps = 0;
    const change = () => {
      for (const uid of [steps, 2_999 - steps, 1_500 + steps]) picture.putPod(pod(String(uid), `moved ${steps}`));
      picture.removePod(String(steps * 2));
      picture.putPod(pod(`new ${steps}`));
      picture.flush();
      steps += 1;
      if (steps < 4) setImmediate(change);
    };
    setImmediate(change);
    const { lines, sequence } = await making;
    expect(steps).toBe(4);
    expect(await picture.snapshot()).toEqual({ lines, sequence });
    const known = read([...lines, ...linesSince(picture, sequence)]);
    const rows = [...picture.pods()].sort((one, other) => (one.uid < other.uid ? -1 : 1));
    expect(known.rows).toEqual(rows);
    expect(known.cursor).toBe(picture.log.cursor());
  });

  it('cuts large changes into lines that a browser can take one at a time, packed, with their usage', async () => {
    const picture = new ClusterState(FEED);
    for (let at = 0; at < 2_100; at += 1) picture.putPod(pod(String(at)));
    picture.putPodUsage('x', 'pod-7', (uid) => [uid, 1, 77]);
    const { lines } = await picture.snapshot();
    const counts = lines.map((line) => (JSON.parse(line.toString()) as ClusterUpdate).packedPods?.uid.length ?? 0);
    expect(Math.max(...counts)).toBe(500);
    const known = read(lines);
    expect(known.rows).toHaveLength(2_100);
    expect([known.usage.get('7'), known.usage.get('8')]).toEqual([77, null]);
    expect(lines.filter((line) => line.includes('"cursor"'))).toHaveLength(1);
  });

  it('tells few pods as rows, without their containers’ ids', async () => {
    const picture = new ClusterState(FEED);
    const containers = [{ name: 'a', ready: true, restarts: 0, state: 'running' as const, containerID: 'x://1' }];
    picture.putPod({ ...pod('1'), containers });
    picture.putPodUsage('x', 'pod-1', (uid) => [uid, 1, 77]);
    const known = read((await picture.snapshot()).lines);
    expect(known.rows[0]?.containers).toEqual([{ name: 'a', ready: true, restarts: 0, state: 'running' }]);
    expect(known.usage.get('1')).toBe(77);
    expect(picture.podNamed('x', 'pod-1')?.containers).toEqual(containers);
  });

  it('keeps usage by uid, and drops it with its pod or node', () => {
    const picture = new ClusterState(FEED);
    picture.putNode(node('n1'));
    picture.putNodeUsage(['n1', 1, 1_000]);
    picture.putNodeUsage(['stranger', 1, 1_000]);
    expect(picture.nodeUsage('n1')).toEqual(['n1', 1, 1_000]);
    expect(picture.nodeUsage('stranger')).toBeUndefined();
    picture.removeNode('n1');
    expect(picture.nodeUsage('n1')).toBeUndefined();
    picture.putPod(pod('1'));
    picture.putPodUsage('x', 'pod-1', (uid) => [uid, 5, 6]);
    picture.putPodUsage('x', 'stranger', (uid) => [uid, 5, 6]);
    expect(picture.podUsage('1')).toEqual(['1', 5, 6]);
    picture.removePod('1');
    expect(picture.podUsage('1')).toBeUndefined();
    expect(picture.podNamed('x', 'pod-1')).toBeUndefined();
  });

  it('tells what is not measured any more', () => {
    const picture = new ClusterState(FEED);
    const lines: Buffer[] = [];
    picture.listen((_, line) => lines.push(line));
    picture.putNode(node('n1'));
    picture.putNodeUsage(['n1', 1, 1_000]);
    for (const uid of ['1', '2']) {
      picture.putPod(pod(uid));
      picture.putPodUsage('x', `pod-${uid}`, () => [uid, 5, 6]);
    }
    picture.flush();
    picture.keepUsage(new Set(), new Set(['2']));
    picture.flush();
    expect([...read(lines).usage]).toEqual([['2', 6]]);
    expect(lines.slice(-2).map((line) => (JSON.parse(line.toString()) as ClusterUpdate).goneNodeUsage)).toEqual([
      ['n1'],
      undefined,
    ]);
    expect([picture.nodeUsage('n1'), picture.podUsage('1')]).toEqual([undefined, undefined]);
  });

  it('knows a pod made again under the same name from the one before', () => {
    const picture = new ClusterState(FEED);
    picture.putPod({ ...pod('old'), name: 'same' });
    picture.putPod({ ...pod('new'), name: 'same' });
    picture.removePod('old');
    expect(picture.podNamed('x', 'same')?.uid).toBe('new');
  });

  it('tells when a feed breaks', () => {
    const picture = new ClusterState(FEED);
    const lines: Buffer[] = [];
    picture.listen((_, line) => lines.push(line));
    picture.setFeed({ ...FEED, pods: { ...live, asOfMs: 5 } });
    picture.flush();
    expect(lines).toEqual([]);
    picture.setFeed({ ...FEED, pods: { state: 'reconnecting', asOfMs: 5, problem: 'cut' } });
    picture.flush();
    expect(lines).toHaveLength(1);
  });
});

describe('the order of changes', () => {
  it('resumes only what it still has, and knows cursors of another process from its own', () => {
    const log = new ChangeLog('epoch');
    for (let at = 0; at < 3; at += 1) log.append((cursor) => Buffer.from(cursor));
    expect(log.since(1)?.map((entry) => entry.line.toString())).toEqual(['epoch.2', 'epoch.3']);
    expect(log.since(3)).toEqual([]);
    expect(log.since(4)).toBeNull();
    expect(log.placeOf('epoch.2')).toBe(2);
    for (const strange of ['other.2', 'epoch', 'epoch.', 'epoch.x', 'epoch.1.2', ''])
      expect(log.placeOf(strange)).toBeNull();
  });

  it('forgets the oldest when it grows too large', () => {
    const log = new ChangeLog('e');
    const line = Buffer.alloc(1_000_000);
    for (let at = 0; at < 60; at += 1) log.append(() => line);
    expect(log.since(0)).toBeNull();
    expect(log.since(59)).toHaveLength(1);
  });
});
