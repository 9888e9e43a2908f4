import { z } from 'zod';
import { containerRow, engineSessionRow, nodeRow, podRow, usageRow } from './cluster-rows.ts';
import { entityId, instant, listQuery, page } from './entity.ts';
import { changes, type PlainOperation, reads } from './operation.ts';
import { packedPods } from './packed-pods.ts';

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

/**
 * One line of `GET /api/cluster/stream` (newline-delimited JSON). The first lines are a snapshot (`reset` on its first line), unless the caller's
 * `cursor` could be resumed; then come changes, gathered for at most 250 ms. Rows replace earlier ones of the same uid (pods) or name (nodes).
 * `cursor` names the state after the line: hand it back to resume. A line without one is a part of a snapshot, or a sign of life. The parts of a snapshot
 * need not be of the same moment: changes since it began follow it, and after them the picture is whole.
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
  /** Node name and memory growth in bytes a minute over the last ten minutes, as far as it can be judged. */
  nodeGrowth: z.array(z.tuple([z.string(), z.number()])).optional(),
});
export type ClusterUpdate = z.infer<typeof clusterUpdate>;

export const CLUSTER_STREAM_PATH = '/api/cluster/stream';

/** What the contract says of operations, for the two that have no end: the changes of the cluster, and a container's log. */
export const clusterStreams = {
  changes: { name: 'cluster.changes', guard: 'admin', effect: 'read', scope: 'cluster' },
  log: { name: 'cluster.log', guard: 'admin', effect: 'read', scope: 'cluster' },
} as const satisfies Record<string, PlainOperation>;
/** The log of a pod, as text: the Kubernetes call's query (`container`, `tailLines`, `follow`, `timestamps`, `previous`). Names are encoded. */
export const podLogPath = (namespace: string, pod: string) =>
  `/api/cluster/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;

/** Why a pod was deleted. */
export const DELETION_CAUSES = ['manual', 'auto-delete', 'memory-pressure', 'consolidation'] as const;
export const deletionCause = z.enum(DELETION_CAUSES);
export type DeletionCause = z.infer<typeof deletionCause>;

/** One entry of the audit log of deletions. */
export const podDeletion = z.object({
  _id: entityId,
  podName: z.string(),
  namespace: z.string(),
  podUid: z.string(),
  nodeName: z.string(),
  /** What the pod's status was. */
  podStatus: z.string(),
  /** Engine sessions that the pod served. */
  sessions: z.array(z.string()),
  cause: deletionCause,
  /** `api`: this server deleted it. `proxy`: the operator's browser did, through the local cluster proxy. */
  via: z.enum(['api', 'proxy']),
  outcome: z.enum(['requested', 'deleted', 'failed']),
  failure: z.string().nullable(),
  actor: z.object({ _id: entityId, email: z.string() }),
  createdAt: instant,
});
export type PodDeletion = z.infer<typeof podDeletion>;

/** A pod as the backend sees it (spec 001 section 3). */
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
  /** Kind of pod that `deploymentTypeMap` counts. */
  deploymentType: z.string(),
});
export type GatewayPod = z.infer<typeof gatewayPod>;

export const gatewayStatus = z.object({
  pods: z.array(gatewayPod),
  deploymentTypeMap: z.record(z.string(), z.number().int()),
  sessionsWithoutPods: z.array(engineSessionRow),
  sessionsWithoutUsers: z.array(engineSessionRow),
  allSessions: z.array(engineSessionRow),
  feed: clusterFeed,
});
export type GatewayStatus = z.infer<typeof gatewayStatus>;

/** Usage and capacity: CPU in millicores, memory in bytes. Null usage: the metrics do not know (yet). */
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
  /** As kubectl writes it: `5d`, `3h12m`. */
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
  pods: z.array(monitoredPod),
  metrics: monitoredMetrics,
  growthBytesPerMinute: z.number().nullable(),
});
export type MonitoredNodeRow = z.infer<typeof monitoredNode>;

const podTarget = z.object({
  /** The pod's name (spec 001 section 7: "carrying the pod id (its name)"). */
  podName: z.string().min(1).max(253),
  /** Left out: the namespace of the engine pods. */
  namespace: z.string().min(1).max(253).optional(),
  /** The pod must still be this one; a namesake made since is left alone (409). */
  uid: z.string().max(64).optional(),
  cause: deletionCause.default('manual'),
});

/** How Kubernetes' refusals are told, by every call that asks it. */
export const clusterErrors = {
  /** Kubernetes refused this server: no permission, or an expired token. */
  CLUSTER_FORBIDDEN: { status: 403, message: 'Kubernetes does not permit this.' },
  POD_GONE: { status: 404, message: 'The pod is not there any more.' },
  POD_REPLACED: { status: 409, message: 'The pod has been replaced by another of the same name; nothing was deleted.' },
  CLUSTER_BUSY: { status: 429, message: 'Kubernetes is refusing calls for a moment. Try again shortly.' },
  /** Kubernetes did not like the question, such as a log of a container that has not begun; the message is its own. */
  CLUSTER_REFUSED: { status: 400, message: 'Kubernetes cannot answer this.' },
  NO_CLUSTER: { status: 503, message: 'Kubernetes cannot be reached' },
} as const;

/** How large a simulated fleet can be asked for in the demo. */
export const FLEET_SIZES = {
  small: { nodes: 100, pods: 2_000 },
  large: { nodes: 1_000, pods: 20_000 },
} as const;
export const fleetSize = z.enum(['small', 'large']);
export type FleetSize = z.infer<typeof fleetSize>;

/** The simulated fleet beside this machine's own node. */
export const simulatedFleet = z.object({
  /** Whether operators of this server may add and remove one: in the demo, on the local cluster. */
  isOffered: z.boolean(),
  /** Null: there is none. */
  current: z.object({ nodes: z.number().int(), pods: z.number().int() }).nullable(),
});
export type SimulatedFleet = z.infer<typeof simulatedFleet>;

/** The local cluster's API and the cluster proxy are at this port, on loopback. */
export const DEFAULT_PROXY_PORT = 8181;

export const clusterContract = {
  settings: reads('cluster', 'admin')
    .route({
      method: 'GET',
      path: '/cluster/settings',
      tags: ['cluster'],
      summary: 'Where the console finds its cluster',
    })
    .output(
      z.object({
        /** Base URL for a browser's direct calls; null: this server has no cluster. */
        proxyUrl: z.string().nullable(),
        cluster: z.string(),
        /** The namespace of the engine pods. */
        namespace: z.string(),
        fleet: simulatedFleet,
      }),
    ),
  setFleet: changes('cluster', 'admin')
    .route({
      method: 'PUT',
      path: '/cluster/fleet',
      tags: ['cluster'],
      summary: 'Put a simulated fleet into the demo’s cluster, in place of an earlier one, or take it out',
    })
    .input(z.object({ size: fleetSize.nullable().describe('Null: take it out.') }))
    .output(simulatedFleet),
  gatewayStatus: reads('cluster', 'admin')
    .errors(clusterErrors)
    .route({
      method: 'POST',
      path: '/cluster/gateway-status',
      tags: ['cluster'],
      summary: 'Engine pods with their sessions, and sessions without pods or users',
    })
    .output(gatewayStatus),
  sessions: reads('cluster', 'admin')
    .route({
      method: 'GET',
      path: '/cluster/sessions',
      tags: ['cluster'],
      summary: 'Engine sessions of every workspace, for operators; sorts by updatedAt or createdAt',
    })
    .input(listQuery)
    .output(page(engineSessionRow)),
  nodes: reads('cluster', 'admin')
    .errors(clusterErrors)
    .route({ method: 'GET', path: '/cluster/nodes', tags: ['cluster'], summary: 'Nodes with their pods and usage' })
    .input(
      z.object({
        /** `gateway`: nodes that carry gateway pods (by their taint, or by running one). */
        type: z.enum(['gateway', 'all']).default('gateway'),
      }),
    )
    .output(z.object({ nodes: z.array(monitoredNode), feed: clusterFeed })),
  /** For those whose browser has no cluster proxy to ask. */
  podContainers: reads('cluster', 'admin')
    .errors(clusterErrors)
    .route({
      method: 'GET',
      path: '/cluster/namespaces/{namespace}/pods/{podName}/containers',
      tags: ['cluster'],
      summary: 'Names of the containers of a pod',
    })
    .input(z.object({ namespace: z.string().min(1).max(253), podName: z.string().min(1).max(253) }))
    .output(z.object({ containers: z.array(z.string()) })),
  deletePod: changes('cluster', 'admin')
    .errors(clusterErrors)
    .route({
      method: 'POST',
      path: '/cluster/pods/delete',
      tags: ['cluster'],
      summary: 'Delete a pod gracefully (30 s)',
    })
    .input(podTarget)
    .output(podDeletion),
  terminatePod: changes('cluster', 'admin')
    .errors(clusterErrors)
    .route({
      method: 'POST',
      path: '/cluster/pods/terminate',
      tags: ['cluster'],
      summary: 'Terminate a pod to relieve its node; refused for pods that must stay',
    })
    .input(podTarget)
    .output(podDeletion),
  /** Announces a deletion that the operator's browser is about to make through the local cluster proxy, so that no deletion goes unrecorded. */
  announceDeletion: changes('cluster', 'admin')
    .errors(clusterErrors)
    .route({
      method: 'POST',
      path: '/cluster/deletions',
      tags: ['cluster'],
      summary: 'Record a deletion by proxy before it is made',
    })
    .input(podTarget)
    .output(podDeletion),
  settleDeletion: changes('cluster', 'admin')
    .route({
      method: 'PATCH',
      path: '/cluster/deletions/{id}',
      tags: ['cluster'],
      summary: 'Tell how a recorded deletion ended',
    })
    .input(z.object({ id: entityId, outcome: z.enum(['deleted', 'failed']), failure: z.string().max(500).optional() }))
    .output(podDeletion),
  deletions: reads('cluster', 'admin')
    .route({
      method: 'GET',
      path: '/cluster/deletions',
      tags: ['cluster'],
      summary: 'Audit log of pod deletions, newest first',
    })
    .input(listQuery.extend({ podName: z.string().max(253).optional() }))
    .output(page(podDeletion)),
};
