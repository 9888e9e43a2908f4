import { z } from 'zod';
import type { PlainOperation } from '../operation.ts';
import { packedPods } from './packed-pods.ts';
import { nodeRow, podRow, usageRow } from './rows.ts';

/** How the server's picture of one kind of object stands. */
export const feedState = z.object({
  /** `live`: the watch runs. `reconnecting`: the picture is as of `asOfMs`. `unavailable`: there never was one. */
  state: z.enum(['live', 'reconnecting', 'unavailable']),
  /** When the API server was last heard of, by this server's clock; null: never. */
  asOfMs: z.number().nullable(),
  /** Why it is not live, in words for an operator. */
  problem: z.string().nullable(),
});
export type FeedState = z.infer<typeof feedState>;

export const clusterFeed = z.object({
  /** What the console is connected to: the API server's address or the cluster's name. */
  cluster: z.string(),
  pods: feedState,
  nodes: feedState,
  /** Usage of pods and nodes, from metrics.k8s.io; polled, and never in the way of the lists. */
  metrics: feedState,
});
export type ClusterFeed = z.infer<typeof clusterFeed>;

/** Usage that is older says nothing of now. */
export const USAGE_LASTS_MS = 60_000;

/**
 * One line of `GET /api/cluster/stream` (newline-delimited JSON). The first lines are a snapshot (`reset` on its first
 * line), unless the caller's `cursor` could be resumed; then come changes, gathered for at most 250 ms. Rows replace
 * earlier ones of the same uid (pods) or name (nodes). `cursor` names the state after the line: hand it back to resume.
 * A line without one is a part of a snapshot, or a sign of life. The parts of a snapshot need not be of the same
 * moment: changes since it began follow it, and after them the picture is whole.
 */
export const clusterUpdate = z.object({
  cursor: z.string().optional(),
  /** Forget everything: a snapshot begins. */
  reset: z.literal(true).optional(),
  atMs: z.number(),
  feed: clusterFeed.optional(),
  nodes: z.array(nodeRow).optional(),
  pods: z.array(podRow).optional(),
  /** Where there are many, pods and their usage come packed: see `unpackPods`. */
  packedPods: packedPods.optional(),
  goneNodes: z.array(z.string()).optional(),
  gonePods: z.array(z.string()).optional(),
  nodeUsage: z.array(usageRow).optional(),
  podUsage: z.array(usageRow).optional(),
  /** Are there, and are not measured any more. */
  goneNodeUsage: z.array(z.string()).optional(),
  gonePodUsage: z.array(z.string()).optional(),
});
export type ClusterUpdate = z.infer<typeof clusterUpdate>;

/**
 * What the contract says of operations, for those that have no end: the changes of the cluster, a container's log, and
 * the logs of an owner's pods.
 */
export const clusterStreams = {
  changes: { name: 'cluster.changes', guard: 'admin', effect: 'read', scope: 'cluster' },
  log: { name: 'cluster.log', guard: 'admin', effect: 'read', scope: 'cluster' },
  ownerLog: { name: 'cluster.ownerLog', guard: 'admin', effect: 'read', scope: 'cluster' },
} as const satisfies Record<string, PlainOperation>;
