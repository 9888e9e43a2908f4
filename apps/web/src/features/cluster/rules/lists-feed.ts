import { type ClusterFeed, type FeedState, USAGE_MAX_AGE_MS } from '@switchyard/contracts/cluster/feed';
import { SILENCE_MS } from '../feed/cluster-store.ts';
import { POLL_MS } from './retry.ts';

const WORST_FIRST: readonly FeedState['state'][] = ['unavailable', 'reconnecting', 'live'];

/**
 * How the lists of pods and nodes stand together: as the one that is worse off, and as old as the older. Null: not told
 * yet.
 */
export function listsFeed(feed: ClusterFeed | null): FeedState | null {
  if (!feed) return null;
  const [worse, other] = [feed.pods, feed.nodes].sort(
    (one, two) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(two.state),
  ) as [FeedState, FeedState];
  if (worse.state !== other.state) return worse;
  const asOfMs = worse.asOfMs === null || other.asOfMs === null ? null : Math.min(worse.asOfMs, other.asOfMs);
  return { state: worse.state, asOfMs, problem: worse.problem ?? other.problem };
}

/** Whether the picture is as the cluster is now: only then may anything be done without an operator. */
export function isCurrent(feed: ClusterFeed | null): boolean {
  return listsFeed(feed)?.state === 'live';
}

/** What was last heard longer ago than a poll and a sign of life is no ground to terminate anything on. */
const TRUSTED_MS = POLL_MS + SILENCE_MS;

/**
 * Whether the picture and its usage are as the cluster is now: only then may a pod be terminated without an operator.
 * `heardAtMs` is by this browser's clock, `clockAheadMs` what the server's, by which usage is dated, is ahead of it.
 */
export function canRelieve(
  feed: ClusterFeed | null,
  { heardAtMs, clockAheadMs }: { heardAtMs: number | null; clockAheadMs: number },
  nowMs: number,
): boolean {
  if (!feed || !isCurrent(feed) || heardAtMs === null || nowMs - heardAtMs >= TRUSTED_MS) return false;
  const { state, asOfMs } = feed.metrics;
  return state === 'live' && asOfMs !== null && nowMs + clockAheadMs - asOfMs <= USAGE_MAX_AGE_MS;
}
