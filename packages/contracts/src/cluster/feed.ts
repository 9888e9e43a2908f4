import { z } from 'zod';
import type { PlainOperation } from '../operation.ts';
import { packedPods } from './packed-pods.ts';
import { nodeRow, podRow, usageRow } from './rows.ts';

/** State of the server's data about one kind of object. */
export const feedState = z.object({
  /** `live`: the watch runs. `reconnecting`: the data is as of `asOfMs`. `unavailable`: no data was ever received. */
  state: z.enum(['live', 'reconnecting', 'unavailable']),
  /** Last response of the API server, by this server's clock; null: never. */
  asOfMs: z.number().nullable(),
  /** Why it is not live, as an explanation for operators. */
  problem: z.string().nullable(),
});
export type FeedState = z.infer<typeof feedState>;

export const clusterFeed = z.object({
  /** The connected cluster: its name or the API server's address. */
  cluster: z.string(),
  pods: feedState,
  nodes: feedState,
  /** Usage of pods and nodes, from metrics.k8s.io; polled, and never delays the lists. */
  metrics: feedState,
});
export type ClusterFeed = z.infer<typeof clusterFeed>;

/** Usage older than this is no longer current. */
export const USAGE_MAX_AGE_MS = 60_000;

/**
 * One line of `GET /api/cluster/stream` (newline-delimited JSON). The first lines are a snapshot (`reset` on its first
 * line), unless the caller's `cursor` could be resumed; then follow changes, batched for at most 250 ms. Rows replace
 * earlier ones of the same uid (pods) or name (nodes). `cursor` identifies the state after the line; pass it to resume.
 * A line without a cursor is part of a snapshot, or a keepalive. The parts of a snapshot may be of different moments:
 * changes since its start follow it, after which the state is consistent.
 */
export const clusterUpdate = z.object({
  cursor: z.string().optional(),
  /** Discard all earlier data: a snapshot starts. */
  reset: z.literal(true).optional(),
  atMs: z.number(),
  feed: clusterFeed.optional(),
  nodes: z.array(nodeRow).optional(),
  pods: z.array(podRow).optional(),
  /** Large numbers of pods and their usage are sent packed; see `unpackPods`. */
  packedPods: packedPods.optional(),
  goneNodes: z.array(z.string()).optional(),
  gonePods: z.array(z.string()).optional(),
  nodeUsage: z.array(usageRow).optional(),
  podUsage: z.array(usageRow).optional(),
  /** These still exist but are no longer measured. */
  goneNodeUsage: z.array(z.string()).optional(),
  gonePodUsage: z.array(z.string()).optional(),
});
export type ClusterUpdate = z.infer<typeof clusterUpdate>;

/**
 * Guards and scopes of operations without an end: the changes of the cluster, a container's log, and the logs of an
 * owner's pods.
 */
export const clusterStreams = {
  changes: { name: 'cluster.changes', guard: 'admin', effect: 'read', scope: 'cluster' },
  log: { name: 'cluster.log', guard: 'admin', effect: 'read', scope: 'cluster' },
  ownerLog: { name: 'cluster.ownerLog', guard: 'admin', effect: 'read', scope: 'cluster' },
} as const satisfies Record<string, PlainOperation>;
