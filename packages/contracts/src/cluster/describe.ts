import { z } from 'zod';
import { instant } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

/** Names and values as Kubernetes has them: labels, requests, capacity. */
const named = z.record(z.string(), z.string());

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string(),
  message: z.string(),
  changedAt: instant.nullable(),
});
export type DescribedCondition = z.infer<typeof condition>;

/** An event about the thing, as the cluster keeps them: about an hour. */
const event = z.object({
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  count: z.number().int(),
  from: z.string(),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
});
export type DescribedEvent = z.infer<typeof event>;

/** What every description ends with. */
const told = {
  /** Newest first; null: they could not be read, which is not the same as none. */
  events: z.array(event).nullable(),
  eventsProblem: z.string().nullable(),
  /** The object as YAML. */
  manifest: z.string(),
};

/** One run of a container, present or past. */
const run = z.object({
  state: z.enum(['running', 'waiting', 'terminated', 'unknown']),
  reason: z.string(),
  message: z.string(),
  exitCode: z.number().int().nullable(),
  signal: z.number().int().nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type ContainerRun = z.infer<typeof run>;

const container = z.object({
  name: z.string(),
  /** `sidecar`: an init container that is restarted for as long as the pod lives. */
  kind: z.enum(['init', 'sidecar', 'app']),
  image: z.string(),
  ready: z.boolean(),
  restarts: z.number().int(),
  now: run,
  /** The run before; null: there was none. */
  before: run.nullable(),
  requests: named,
  limits: named,
});
export type DescribedContainer = z.infer<typeof container>;

export const describedPod = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  status: z.string(),
  ready: z.string(),
  restarts: z.number().int(),
  /** Empty while it is not scheduled. */
  nodeName: z.string(),
  /** `ReplicaSet/web-7d9`; empty for a bare pod. */
  owner: z.string(),
  ip: z.string(),
  qosClass: z.string(),
  priorityClass: z.string(),
  serviceAccount: z.string(),
  reason: z.string(),
  message: z.string(),
  createdAt: instant.nullable(),
  startedAt: instant.nullable(),
  /** When it must have ended, where its deletion was asked for. */
  deletedAt: instant.nullable(),
  labels: named,
  nodeSelector: named,
  tolerations: z.array(z.string()),
  /** `data (PersistentVolumeClaim)`. */
  volumes: z.array(z.string()),
  conditions: z.array(condition),
  /** In the order in which they run: init containers first. */
  containers: z.array(container),
  ...told,
});
export type DescribedPod = z.infer<typeof describedPod>;

export const describedNode = z.object({
  uid: z.string(),
  name: z.string(),
  status: z.string(),
  role: z.string(),
  createdAt: instant.nullable(),
  labels: named,
  /** `workload=gateway:NoSchedule`. */
  taints: z.array(z.string()),
  /** By type: `InternalIP`. */
  addresses: named,
  info: named,
  capacity: named,
  allocatable: named,
  /** What its pods ask for together. */
  pods: z.number().int(),
  requestedMillicores: z.number(),
  requestedBytes: z.number(),
  allocatableMillicores: z.number(),
  allocatableBytes: z.number(),
  conditions: z.array(condition),
  ...told,
});
export type DescribedNode = z.infer<typeof describedNode>;

const name = z.string().min(1).max(253);

const at = routesUnder('cluster');

export const describeOperations = {
  describePod: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get(
        '/cluster/namespaces/{namespace}/pods/{podName}',
        'All that is known of a pod: conditions, containers and how they ended, events, manifest',
      ),
    )
    .input(z.object({ namespace: name, podName: name }))
    .output(describedPod),
  describeNode: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get(
        '/cluster/nodes/{nodeName}',
        'All that is known of a node: conditions, taints, capacity, events, manifest',
      ),
    )
    .input(z.object({ nodeName: name }))
    .output(describedNode),
  /** For those whose browser has no cluster proxy to ask. */
  podContainers: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get(
        '/cluster/namespaces/{namespace}/pods/{podName}/containers',
        'Names of the containers of a pod, and how many pods have the same owner',
      ),
    )
    .input(z.object({ namespace: name, podName: name }))
    .output(
      z.object({
        containers: z.array(z.string()),
        /** They have logs, too. */
        initContainers: z.array(z.string()),
        /** Empty for a bare pod. */
        owner: z.string(),
        /** Pods of this owner, this one among them. */
        ownerPods: z.number().int(),
      }),
    ),
};

/**
 * The logs of every pod of an owner as one text: each line `pod TAB container TAB line`, with its timestamp first;
 * empty ones are signs of life.
 */
export const ownerLogPath = (namespace: string, owner: string) =>
  `/api/cluster/namespaces/${encodeURIComponent(namespace)}/owners/${owner.split('/').map(encodeURIComponent).join('/')}/log`;

/** So many pods of an owner are followed at once, the newest first. */
export const MAX_OWNER_PODS = 20;
