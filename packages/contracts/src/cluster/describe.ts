import { z } from 'zod';
import { instant } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

/** Kubernetes' name–value pairs, such as labels, requests and capacity. */
const stringMap = z.record(z.string(), z.string());

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string(),
  message: z.string(),
  changedAt: instant.nullable(),
});
export type DescribedCondition = z.infer<typeof condition>;

/** A Kubernetes event about the object; the cluster retains them for about an hour. */
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

/** Common to all descriptions. */
const common = {
  /** Newest first; null if they could not be read, which differs from none. */
  events: z.array(event).nullable(),
  eventsProblem: z.string().nullable(),
  /** The object as YAML. */
  manifest: z.string(),
};

/** A current or earlier run of a container. */
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
  /** `sidecar`: an init container that keeps running while the pod exists. */
  kind: z.enum(['init', 'sidecar', 'app']),
  image: z.string(),
  ready: z.boolean(),
  restarts: z.number().int(),
  now: run,
  /** The previous run; null if there was none. */
  before: run.nullable(),
  requests: stringMap,
  limits: stringMap,
});
export type DescribedContainer = z.infer<typeof container>;

export const describedPod = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  status: z.string(),
  ready: z.string(),
  restarts: z.number().int(),
  /** Empty until it is scheduled. */
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
  /** Deadline for termination, if its deletion was requested. */
  deletedAt: instant.nullable(),
  labels: stringMap,
  nodeSelector: stringMap,
  tolerations: z.array(z.string()),
  /** `data (PersistentVolumeClaim)`. */
  volumes: z.array(z.string()),
  conditions: z.array(condition),
  /** In starting order: init containers first. */
  containers: z.array(container),
  ...common,
});
export type DescribedPod = z.infer<typeof describedPod>;

export const describedNode = z.object({
  uid: z.string(),
  name: z.string(),
  status: z.string(),
  role: z.string(),
  createdAt: instant.nullable(),
  labels: stringMap,
  /** `workload=gateway:NoSchedule`. */
  taints: z.array(z.string()),
  /** By type: `InternalIP`. */
  addresses: stringMap,
  info: stringMap,
  capacity: stringMap,
  allocatable: stringMap,
  /** Number of pods and the sum of their requests. */
  pods: z.number().int(),
  requestedMillicores: z.number(),
  requestedBytes: z.number(),
  allocatableMillicores: z.number(),
  allocatableBytes: z.number(),
  conditions: z.array(condition),
  ...common,
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
        'Description of a pod: conditions, containers and how they ended, events, manifest',
      ),
    )
    .input(z.object({ namespace: name, podName: name }))
    .output(describedPod),
  describeNode: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(at.get('/cluster/nodes/{nodeName}', 'Description of a node: conditions, taints, capacity, events, manifest'))
    .input(z.object({ nodeName: name }))
    .output(describedNode),
  /** For browsers without a cluster proxy. */
  podContainers: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get(
        '/cluster/namespaces/{namespace}/pods/{podName}/containers',
        'Names of a pod’s containers, and the number of pods with the same owner',
      ),
    )
    .input(z.object({ namespace: name, podName: name }))
    .output(
      z.object({
        containers: z.array(z.string()),
        /** These have logs, too. */
        initContainers: z.array(z.string()),
        /** Empty for a bare pod. */
        owner: z.string(),
        /** Number of pods with this owner, including this one. */
        ownerPods: z.number().int(),
      }),
    ),
};

/**
 * Path of the combined log of all pods of an owner: each line is `pod TAB container TAB line`, with the timestamp
 * first; empty lines are keepalives.
 */
export const ownerLogPath = (namespace: string, owner: string) =>
  `/api/cluster/namespaces/${encodeURIComponent(namespace)}/owners/${owner.split('/').map(encodeURIComponent).join('/')}/log`;

/** Maximum pods of an owner followed at once; the newest are preferred. */
export const MAX_OWNER_PODS = 20;
