import { z } from 'zod';
import { instant } from '../entity.ts';

/** One container of a pod, with the fields that the console shows. */
export const containerRow = z.object({
  name: z.string(),
  ready: z.boolean(),
  restarts: z.number().int(),
  state: z.enum(['running', 'waiting', 'terminated', 'unknown']),
  /** Why it is waiting or ended: `CrashLoopBackOff`, `OOMKilled`, … */
  reason: z.string().optional(),
  message: z.string().optional(),
  exitCode: z.number().int().optional(),
  /** How the previous instance ended; the cause of a CrashLoopBackOff. */
  lastReason: z.string().optional(),
  containerID: z.string().optional(),
});
export type ContainerRow = z.infer<typeof containerRow>;

/** A pod, reduced to what the console needs. Usage is sent separately, in {@link usageRow}. */
export const podRow = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  /** Empty until the pod is scheduled. */
  nodeName: z.string(),
  phase: z.string(),
  /** The STATUS of `kubectl get pods`. */
  status: z.string(),
  /** Ready and total containers: `2/2`. */
  ready: z.string(),
  restarts: z.number().int(),
  /** Labels app.kubernetes.io/name, /instance and /version (or app, version). */
  app: z.string(),
  instance: z.string(),
  version: z.string(),
  /** Id of the engine that this pod serves, which sessions refer to as their pod id. Empty for other pods. */
  podId: z.string(),
  /** Its owner: `DaemonSet/fluentd`; empty for a bare pod. */
  owner: z.string(),
  /** Why the pod must not be moved or killed to relieve a node (DaemonSet, mirror, critical priority). */
  pinned: z.string().optional(),
  /** Explicitly tolerates the gateway nodes' taint: a gateway pod, even before it is scheduled. */
  toleratesGateway: z.boolean().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
  createdAtMs: z.number(),
  deletedAtMs: z.number().optional(),
  requestedMillicores: z.number(),
  requestedBytes: z.number(),
  containers: z.array(containerRow),
});
export type PodRow = z.infer<typeof podRow>;

/** `gateway`: the node has the taint workload=gateway with effect NoSchedule (spec 001 section 3). */
export const nodeType = z.enum(['gateway', 'normal']);
export type NodeType = z.infer<typeof nodeType>;

export interface Taint {
  key: string;
  value?: string;
  effect: string;
}

const GATEWAY_TAINT = { key: 'workload', value: 'gateway', effect: 'NoSchedule' } as const;

/**
 * 'gateway' when the node has a taint workload=gateway with effect NoSchedule, otherwise 'normal' (spec 001 section 3).
 */
export function nodeTypeOf(taints: readonly Taint[]): NodeType {
  const { key, value, effect } = GATEWAY_TAINT;
  const isGateway = taints.some((taint) => taint.key === key && taint.value === value && taint.effect === effect);
  return isGateway ? 'gateway' : 'normal';
}

/**
 * Whether a pod explicitly tolerates the gateway taint. Pods that tolerate every taint, as cluster agents do, are not
 * meant for gateway nodes.
 */
export function toleratesGatewayTaint(
  tolerations: readonly { key?: string; operator?: string; value?: string; effect?: string }[],
): boolean {
  const { key, value, effect } = GATEWAY_TAINT;
  return tolerations.some(
    (toleration) =>
      toleration.key === key &&
      (toleration.operator === 'Exists' || toleration.value === value) &&
      (toleration.effect === undefined || toleration.effect === '' || toleration.effect === effect),
  );
}

export const nodeRow = z.object({
  uid: z.string(),
  name: z.string(),
  type: nodeType,
  /** `Ready`, `NotReady` or `Unknown`, with `,SchedulingDisabled` when cordoned. */
  status: z.string(),
  role: z.string(),
  taints: z.number().int(),
  version: z.string(),
  machineType: z.string(),
  createdAtMs: z.number(),
  capacityMillicores: z.number(),
  capacityBytes: z.number(),
  /** Available to pods: capacity minus the system's share. */
  allocatableMillicores: z.number(),
  allocatableBytes: z.number(),
});
export type NodeRow = z.infer<typeof nodeRow>;

/** Usage of one pod (`key` is its uid) or node (`key` is its name). Memory is the working set. */
export const usageRow = z.tuple([z.string(), z.number(), z.number()]).describe('key, millicores, bytes');
export type UsageRow = z.infer<typeof usageRow>;

/** An engine session of any workspace as operators see it (spec 001 section 3). */
export const engineSessionRow = z.object({
  _id: z.string(),
  status: z.string(),
  /** The engine pod's id; null if it should have none or none was created yet. */
  podId: z.string().nullable(),
  user: z
    .object({
      _id: z.string(),
      email: z.string(),
      fullName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
    })
    .nullable(),
  engineId: z.string(),
  active: z.boolean(),
  lastSeen: instant.nullable(),
  lastActive: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  lastRestart: instant.nullable(),
  /** Null if it has a pod name but the existing pods are currently unknown. */
  podExists: z.boolean().nullable(),
});
export type EngineSessionRow = z.infer<typeof engineSessionRow>;
