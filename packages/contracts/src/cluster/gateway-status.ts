import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';
import { clusterFeed } from './feed.ts';
import { containerRow, engineSessionRow } from './rows.ts';

/** A pod as seen by the backend (spec 001 section 3). */
export const gatewayPod = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  nodeName: z.string(),
  statusString: z.string(),
  readyState: z.string(),
  version: z.string(),
  restarts: z.number().int(),
  createdAtMs: z.number(),
  reason: z.string(),
  detailedReason: z.string(),
  containerStatuses: z.array(containerRow),
  sessions: z.array(engineSessionRow),
  nodeMachineType: z.string(),
  /** Kind of pod counted in `deploymentTypeMap`. */
  deploymentType: z.string(),
});
export type GatewayPod = z.infer<typeof gatewayPod>;

export const gatewayStatus = z.object({
  pods: z.array(gatewayPod),
  deploymentTypeMap: z.record(z.string(), z.number().int()),
  sessionsWithoutPods: z.array(engineSessionRow),
  sessionsWithoutUsers: z.array(engineSessionRow),
  allSessions: z.array(engineSessionRow),
  /** The server's clock, which also dates the feed. */
  atMs: z.number(),
  feed: clusterFeed,
});
export type GatewayStatus = z.infer<typeof gatewayStatus>;

const at = routesUnder('cluster');

export const gatewayOperations = {
  gatewayStatus: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.post('/cluster/gateway-status', 'Engine pods with their sessions, and sessions without pods or users'))
    .output(gatewayStatus),
};
