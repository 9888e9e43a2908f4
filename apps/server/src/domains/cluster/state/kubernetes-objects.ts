import type { PodForStatus } from '@switchyard/kubernetes/pod-status';

/**
 * The fields of Kubernetes objects that the console reads, in their JSON form. Any field may be missing, because the
 * cluster is not under our control.
 */
interface Metadata {
  name?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: { kind: string; name: string; controller?: boolean }[];
}

interface RequestingContainer {
  name: string;
  resources?: { requests?: Record<string, string> };
}

export interface KubernetesPod {
  metadata?: Metadata;
  spec?: Omit<NonNullable<PodForStatus['spec']>, 'containers' | 'initContainers'> & {
    nodeName?: string;
    priorityClassName?: string;
    tolerations?: readonly { key?: string; operator?: string; value?: string; effect?: string }[];
    containers?: readonly RequestingContainer[];
    initContainers?: readonly (RequestingContainer & { restartPolicy?: string })[];
    /** Resources that the node needs for the pod in addition to its containers. */
    overhead?: Record<string, string>;
  };
  status?: NonNullable<PodForStatus['status']>;
}

export interface KubernetesNode {
  metadata?: Metadata;
  spec?: { unschedulable?: boolean; taints?: { key: string; value?: string; effect: string }[] };
  status?: {
    capacity?: Record<string, string>;
    allocatable?: Record<string, string>;
    conditions?: { type: string; status: string }[];
    nodeInfo?: { kubeletVersion?: string };
  };
}

/** An item of metrics.k8s.io: of a node (`usage`) or of a pod (`containers`). */
export interface KubernetesMetrics {
  metadata?: { name?: string; namespace?: string };
  timestamp?: string;
  usage?: { cpu?: string; memory?: string };
  containers?: { usage?: { cpu?: string; memory?: string } }[];
}
