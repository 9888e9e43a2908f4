import { type ClusterFeed, type FeedState, USAGE_MAX_AGE_MS } from '@switchyard/contracts/cluster/feed';
import { SILENCE_MS } from '../feed/cluster-store.ts';
import { POLL_MS } from './retry.ts';

const WORST_FIRST: readonly FeedState['state'][] = ['unavailable', 'reconnecting', 'live'];

/** Combined state of the pod and node lists: the worse state, and the older age. Null: unknown. */
export function listsFeed(feed: ClusterFeed | null): FeedState | null {
  if (!feed) return null;
  const [worse, better] = [feed.pods, feed.nodes].sort(
    (a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state),
  ) as [FeedState, FeedState];
  if (worse.state !== better.state) return worse;
  const asOfMs = worse.asOfMs === null || better.asOfMs === null ? null : Math.min(worse.asOfMs, better.asOfMs);
  return { state: worse.state, asOfMs, problem: worse.problem ?? better.problem };
}

/** Whether the known state is that of the cluster now: only then may rules act without an operator. */
export function isCurrent(feed: ClusterFeed | null): boolean {
  return listsFeed(feed)?.state === 'live';
}

/** Data last confirmed longer ago than a poll and a heartbeat are no basis for a termination. */
const MAX_SILENCE_MS = POLL_MS + SILENCE_MS;

/**
 * Whether state and usage are current: only then may a pod be terminated without an operator. `lastMessageAtMs` is by this
 * browser's clock; `clockAheadMs` is how far the server's clock, which dates the usage, is ahead of it.
 */
export function canRelieve(
  feed: ClusterFeed | null,
  { lastMessageAtMs, clockAheadMs }: { lastMessageAtMs: number | null; clockAheadMs: number },
  nowMs: number,
): boolean {
  if (!feed || !isCurrent(feed) || lastMessageAtMs === null || nowMs - lastMessageAtMs >= MAX_SILENCE_MS) return false;
  const { state, asOfMs } = feed.metrics;
  return state === 'live' && asOfMs !== null && nowMs + clockAheadMs - asOfMs <= USAGE_MAX_AGE_MS;
}
