/**
 * The parts of Kubernetes API objects that our code reads or writes, in JSON form (times are RFC 3339 strings). See the
 * Kubernetes API reference for the fields. Objects are immutable: every change makes a new one.
 */

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  generateName?: string;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
}

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

export interface Namespace extends KubernetesObject {
  spec: { finalizers?: string[] };
  status: { phase: 'Active' | 'Terminating' };
}

export interface Secret extends KubernetesObject {
  type: string;
  /** Base64 values. */
  data: Record<string, string>;
}

export interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    fieldRef?: { fieldPath: string };
  };
}

export interface ResourceRequirements {
  requests?: Record<string, string>;
  limits?: Record<string, string>;
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  env?: EnvironmentVariable[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  [other: string]: unknown;
}

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface PodSpec {
  nodeName?: string;
  restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  initContainers?: Container[];
  serviceAccountName?: string;
  schedulerName?: string;
  priority?: number;
  priorityClassName?: string;
  tolerations?: Toleration[];
  nodeSelector?: Record<string, string>;
  readinessGates?: { conditionType: string }[];
  [other: string]: unknown;
}

export interface TerminatedState {
  exitCode: number;
  signal?: number;
  reason?: string;
  message?: string;
  startedAt?: string | null;
  finishedAt?: string | null;
  containerID?: string;
}

export interface ContainerState {
  waiting?: { reason?: string; message?: string };
  running?: { startedAt?: string | null };
  terminated?: TerminatedState;
}

export interface ContainerStatus {
  name: string;
  state?: ContainerState;
  lastState?: ContainerState;
  ready: boolean;
  restartCount: number;
  image: string;
  imageID: string;
  containerID?: string;
  started?: boolean;
}

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastProbeTime?: string | null;
  lastHeartbeatTime?: string;
  lastTransitionTime?: string | null;
}

export interface PodStatus {
  phase?: string;
  reason?: string;
  message?: string;
  conditions?: Condition[];
  hostIP?: string;
  podIP?: string;
  podIPs?: { ip: string }[];
  startTime?: string;
  nominatedNodeName?: string;
  qosClass?: string;
  containerStatuses?: ContainerStatus[];
  initContainerStatuses?: ContainerStatus[];
}

export interface Pod extends KubernetesObject {
  spec: PodSpec;
  status: PodStatus;
}

export interface Taint {
  key: string;
  value?: string;
  effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  timeAdded?: string;
}

export interface Node extends KubernetesObject {
  spec: { podCIDR?: string; providerID?: string; unschedulable?: boolean; taints?: Taint[] };
  status: {
    capacity: Record<string, string>;
    allocatable: Record<string, string>;
    conditions: Condition[];
    addresses: { type: string; address: string }[];
    nodeInfo: Record<string, string>;
    images: { names: string[]; sizeBytes: number }[];
  };
}

export interface ClusterEvent extends KubernetesObject {
  involvedObject: {
    apiVersion: string;
    kind: string;
    name: string;
    namespace?: string;
    uid: string;
    resourceVersion?: string;
    fieldPath?: string;
  };
  reason: string;
  message: string;
  type: 'Normal' | 'Warning';
  count: number;
  firstTimestamp: string;
  lastTimestamp: string;
  eventTime: null;
  source: { component: string; host?: string };
  reportingComponent: string;
  reportingInstance: string;
}

/** A time in Kubernetes' format: UTC, whole seconds. */
export function kubernetesTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
