import { Writable } from 'node:stream';
import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { unpackPods } from '@switchyard/contracts/cluster/pack-pods';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { expect, it, vi } from 'vitest';
import { ClusterState } from './state/cluster-state.ts';
import { projectPod } from './state/project-pod.ts';
import { StreamClient } from './stream-client.ts';

const live = { state: 'live', asOfMs: 0, problem: null } as const;
const FEED: ClusterFeed = { cluster: 'here', pods: live, nodes: live, metrics: live };
const pod = (uid: string, nodeName = 'n1') =>
  projectPod({ metadata: { uid, name: `pod-${uid}`, namespace: 'x' }, spec: { nodeName } }) as PodRow;

/** A browser that only reads when told to. */
class Browser extends Writable {
  readonly lines: string[] = [];
  #waiting: (() => void) | null = null;
  isReading = true;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.lines.push(chunk.toString());
    if (this.isReading) done();
    else this.#waiting = done;
  }

  readOn(): void {
    this.isReading = true;
    this.#waiting?.();
  }

  get updates(): ClusterUpdate[] {
    return this.lines.map((line) => JSON.parse(line) as ClusterUpdate);
  }

  get cursor(): string | undefined {
    return this.updates.findLast((update) => update.cursor !== undefined)?.cursor;
  }

  /** Node by uid, as the page would know it. */
  get known(): Record<string, string> {
    const known = new Map<string, string>();
    for (const update of this.updates) {
      if (update.reset) known.clear();
      for (const row of update.pods ?? []) known.set(row.uid, row.nodeName);
      for (const { pod } of update.packedPods ? unpackPods(update.packedPods) : []) known.set(pod.uid, pod.nodeName);
      for (const uid of update.gonePods ?? []) known.delete(uid);
    }
    return Object.fromEntries(known);
  }
}

const actual = (clusterState: ClusterState) =>
  Object.fromEntries([...clusterState.pods()].map((row) => [row.uid, row.nodeName]));

function fleet(pods: number): ClusterState {
  const clusterState = new ClusterState(FEED);
  for (let at = 0; at < pods; at += 1) clusterState.putPod(pod(String(at)));
  clusterState.flush();
  return clusterState;
}

it('sends the whole state, then every change, including those made during the snapshot', async () => {
  const clusterState = fleet(2_000);
  const browser = new Browser();
  const client = new StreamClient(clusterState, browser, null);
  clusterState.putPod(pod('3', 'meanwhile'));
  clusterState.removePod('4');
  clusterState.flush();
  await vi.waitFor(() => expect(browser.cursor).toBe(clusterState.log.cursor()));
  expect(browser.known).toEqual(actual(clusterState));
  clusterState.putPod(pod('5', 'later'));
  clusterState.flush();
  expect(browser.known).toEqual(actual(clusterState));
  expect(browser.updates.filter((update) => update.reset)).toHaveLength(1);
  client.stop();
  clusterState.putPod(pod('5', 'after the end'));
  clusterState.flush();
  expect(browser.known['5']).toBe('later');
});

it('resumes from a cursor, and begins with a snapshot for a foreign one', async () => {
  const clusterState = fleet(100);
  const cursor = clusterState.log.cursor();
  clusterState.putPod(pod('7', 'moved'));
  clusterState.flush();
  const resumed = new Browser();
  new StreamClient(clusterState, resumed, cursor);
  expect(resumed.known).toEqual({ '7': 'moved' });
  const upToDate = new Browser();
  new StreamClient(clusterState, upToDate, clusterState.log.cursor());
  expect(upToDate.updates).toMatchObject([{ feed: FEED }]);
  const stranger = new Browser();
  new StreamClient(clusterState, stranger, 'another.1');
  await vi.waitFor(() => expect(stranger.known).toEqual(actual(clusterState)));
});

it('writes nothing to a browser that does not read, and everything in order once it does', async () => {
  const clusterState = fleet(10);
  const browser = new Browser();
  browser.isReading = false;
  new StreamClient(clusterState, browser, clusterState.log.cursor());
  // More than is written to a browser unread, less than the log keeps.
  const padding = 'p'.repeat(50_000);
  for (let at = 0; at < 200; at += 1) {
    clusterState.putPod({ ...pod(String(at % 10)), nodeName: `${at}`, owner: padding });
    clusterState.flush();
  }
  expect(browser.writableLength).toBeLessThan(5 * 1024 * 1024);
  browser.readOn();
  await vi.waitFor(() => expect(browser.cursor).toBe(clusterState.log.cursor()));
  expect(browser.known).toEqual(actual(clusterState));
  expect(browser.updates.some((update) => update.reset)).toBe(false);
});

it('ignores a browser that left during its snapshot', async () => {
  const clusterState = fleet(2_000);
  const browser = new Browser();
  new StreamClient(clusterState, browser, null);
  browser.destroy();
  await clusterState.snapshot();
  expect(browser.lines).toEqual([]);
});
