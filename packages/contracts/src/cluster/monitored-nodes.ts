import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';
import { clusterFeed } from './feed.ts';

/** Usage and capacity: CPU in millicores, memory in bytes. Null usage: not measured yet. */
const measured = z.object({ usage: z.number().nullable(), capacity: z.number() });

export const monitoredMetrics = z.object({ cpu: measured, memory: measured });

export const monitoredPod = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  status: z.string(),
  role: z.string(),
  taints: z.number().int(),
  version: z.string(),
  restarts: z.number().int(),
  /** In kubectl's format: `5d`, `3h12m`. */
  age: z.string(),
  metrics: monitoredMetrics,
  /** Why it must not be terminated to relieve its node. */
  pinned: z.string().optional(),
  sessions: z.number().int(),
});
export type MonitoredPodRow = z.infer<typeof monitoredPod>;

/** A node of the nodes monitor (spec 001 section 3). */
export const monitoredNode = z.object({
  name: z.string(),
  status: z.string().default('Ready'),
  role: z.string().default('<none>'),
  taints: z.number().int().default(0),
  version: z.string().default('v1.xx.x'),
  age: z.string().default('?d'),
  machineType: z.string(),
  /** Hosts gateway pods, by its taint or by running one: only such nodes are relieved automatically. */
  isGateway: z.boolean(),
  pods: z.array(monitoredPod),
  metrics: monitoredMetrics,
});
export type MonitoredNodeRow = z.infer<typeof monitoredNode>;

const at = routesUnder('cluster');

export const nodeOperations = {
  nodes: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.get('/cluster/nodes', 'Nodes with their pods and usage'))
    .input(
      z.object({
        /** `gateway`: only nodes that host gateway pods, by their taint or by running one. */
        type: z.enum(['gateway', 'all']).default('gateway'),
      }),
    )
    .output(z.object({ nodes: z.array(monitoredNode), atMs: z.number(), feed: clusterFeed })),
};
