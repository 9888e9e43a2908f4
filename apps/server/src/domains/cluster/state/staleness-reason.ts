import { USAGE_MAX_AGE_MS } from '@switchyard/contracts/cluster/feed';
import type { ClusterState } from './cluster-state.ts';

/** Why the current load of the nodes is unknown, as text; null if it is known. */
export function stalenessReason({ feed }: Pick<ClusterState, 'feed'>, nowMs: number): string | null {
  for (const kind of ['pods', 'nodes', 'metrics'] as const) {
    if (feed[kind].state !== 'live')
      return `The ${kind} of the cluster are not known now${feed[kind].problem ? `: ${feed[kind].problem}` : '.'}`;
  }
  return nowMs - (feed.metrics.asOfMs ?? 0) > USAGE_MAX_AGE_MS ? 'The usage of nodes and pods is too old.' : null;
}
