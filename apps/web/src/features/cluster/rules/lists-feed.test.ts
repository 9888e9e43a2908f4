import type { ClusterFeed, FeedState } from '@switchyard/contracts/cluster/feed';
import { expect, it } from 'vitest';
import { canRelieve, isCurrent, listsFeed } from './lists-feed.ts';

const state = (state: FeedState['state'], asOfMs: number | null, problem: string | null = null) => ({
  state,
  asOfMs,
  problem,
});
const feed = (pods: FeedState, nodes: FeedState) =>
  ({ cluster: 'c', pods, nodes, metrics: state('unavailable', null) }) as ClusterFeed;

it('takes the worse state of the two lists', () => {
  const forbidden = state('unavailable', null, 'nodes is forbidden');
  expect(listsFeed(feed(state('live', 5), forbidden))).toEqual(forbidden);
  expect(listsFeed(feed(state('reconnecting', 3, 'cut'), state('live', 9)))).toEqual(state('reconnecting', 3, 'cut'));
  expect(listsFeed(null)).toBeNull();
});

it('takes the older age of the two, and a problem of either', () => {
  expect(listsFeed(feed(state('live', 9), state('live', 5)))).toEqual(state('live', 5));
  expect(listsFeed(feed(state('unavailable', null), state('unavailable', null, 'why')))?.problem).toBe('why');
});

it('is current only while both are live, whatever the metrics are', () => {
  expect(isCurrent(feed(state('live', 1), state('live', 1)))).toBe(true);
  expect(isCurrent(feed(state('live', 1), state('reconnecting', 1)))).toBe(false);
  expect(isCurrent(null)).toBe(false);
});

it('blocks unattended terminations while usage is missing, or after more than a poll of silence', () => {
  const live = state('live', 1);
  const measured = (metrics: FeedState) => ({ ...feed(live, live), metrics });
  const clock = { lastMessageAtMs: 0, clockAheadMs: 0 };
  expect(canRelieve(measured(live), clock, 44_000)).toBe(true);
  expect(canRelieve(measured(state('reconnecting', 1, 'gone')), clock, 1)).toBe(false);
  expect(canRelieve({ ...measured(live), pods: state('reconnecting', 1) }, clock, 1)).toBe(false);
  expect(canRelieve(measured(live), clock, 46_000)).toBe(false);
  expect(canRelieve(measured(live), { ...clock, lastMessageAtMs: null }, 0)).toBe(false);
  expect(canRelieve(null, clock, 0)).toBe(false);
});

it('blocks unattended terminations on usage that is a minute old, by the server’s clock', () => {
  const live = state('live', 0);
  const measuredAt = (asOfMs: number | null) => ({ ...feed(live, live), metrics: state('live', asOfMs) });
  const clock = { lastMessageAtMs: 100_000, clockAheadMs: 600_000 };
  expect(canRelieve(measuredAt(641_000), clock, 100_000)).toBe(true);
  expect(canRelieve(measuredAt(639_000), clock, 100_000)).toBe(false);
  expect(canRelieve(measuredAt(null), clock, 100_000)).toBe(false);
});
