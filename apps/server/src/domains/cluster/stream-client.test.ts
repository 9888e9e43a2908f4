import { Writable } from 'node:stream';
import type { ClusterFeed, ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { unpackPods } from '@switchyard/contracts/cluster/pack-pods';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { expect, it, vi } from 'vitest';
import { ClusterState } from './picture/cluster-state.ts';
import { projectPod } from './picture/project-pod.ts';
import { StreamClient } from './stream-client.ts';

const live = { state: 'live', asOfMs: 0, problem: null } as const;
const FEED: ClusterFeed = { cluster: 'here', pods: live, nodes: live, metrics: live };
const pod = (uid: string, nodeName = 'n1') =>
  projectPod({ metadata: { uid, name: `pod-${uid}`, namespace: 'x' }, spec: { nodeName } }) as PodRow;

/** A browser that reads only when it is let. */
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
      for (const one of update.packedPods ? unpackPods(update.packedPods) : [])
        known.set(one.pod.uid, one.pod.nodeName);
      for (const uid of update.gonePods ?? []) known.delete(uid);
    }
    return Object.fromEntries(known);
  }
}

const actual = (picture: ClusterState) => Object.fromEntries([...picture.pods()].map((row) => [row.uid, row.nodeName]));

function fleet(pods: number): ClusterState {
  const picture = new ClusterState(FEED);
  for (let at = 0; at < pods; at += 1) picture.putPod(pod(String(at)));
  picture.flush();
  return picture;
}

it('tells the whole picture, then every change, also those that came while it was made', async () => {
  const picture = fleet(2_000);
  const browser = new Browser();
  const client = new StreamClient(picture, browser, null);
  picture.putPod(pod('3', 'meanwhile'));
  picture.removePod('4');
  picture.flush();
  await vi.waitFor(() => expect(browser.cursor).toBe(picture.log.cursor()));
  expect(browser.known).toEqual(actual(picture));
  picture.putPod(pod('5', 'later'));
  picture.flush();
  expect(browser.known).toEqual(actual(picture));
  expect(browser.updates.filter((update) => update.reset)).toHaveLength(1);
  client.stop();
  picture.putPod(pod('5', 'after the end'));
  picture.flush();
  expect(browser.known['5']).toBe('later');
});

it('goes on from a cursor with what came since, and begins anew without one of ours', async () => {
  const picture = fleet(100);
  const cursor = picture.log.cursor();
  picture.putPod(pod('7', 'moved'));
  picture.flush();
  const resumed = new Browser();
  new StreamClient(picture, resumed, cursor);
  expect(resumed.known).toEqual({ '7': 'moved' });
  const upToDate = new Browser();
  new StreamClient(picture, upToDate, picture.log.cursor());
  expect(upToDate.updates).toMatchObject([{ feed: FEED }]);
  const stranger = new Browser();
  new StreamClient(picture, stranger, 'another.1');
  await vi.waitFor(() => expect(stranger.known).toEqual(actual(picture)));
});

it('writes nothing to a browser that does not read, and all of it in order once it does', async () => {
  const picture = fleet(10);
  const browser = new Browser();
  browser.isReading = false;
  new StreamClient(picture, browser, picture.log.cursor());
  // More than a browser is written unread, less than the log keeps.
  const padding = 'p'.repeat(50_000);
  for (let at = 0; at < 200; at += 1) {
    picture.putPod({ ...pod(String(at % 10)), nodeName: `${at}`, owner: padding });
    picture.flush();
  }
  expect(browser.writableLength).toBeLessThan(5 * 1024 * 1024);
  browser.readOn();
  await vi.waitFor(() => expect(browser.cursor).toBe(picture.log.cursor()));
  expect(browser.known).toEqual(actual(picture));
  expect(browser.updates.some((update) => update.reset)).toBe(false);
});

it('leaves a browser alone that went while its snapshot was made', async () => {
  const picture = fleet(2_000);
  const browser = new Browser();
  new StreamClient(picture, browser, null);
  browser.destroy();
  await picture.snapshot();
  expect(browser.lines).toEqual([]);
});
