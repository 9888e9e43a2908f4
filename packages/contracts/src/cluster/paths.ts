/**
 * Addresses of the cluster's answers that have no end, apart from their schemas: who asks for them before anything else
 * need not wait for those.
 */
export const CLUSTER_STREAM_PATH = '/api/cluster/stream';

/**
 * The log of a pod, as text: the Kubernetes call's query (`container`, `tailLines`, `follow`, `timestamps`,
 * `previous`). Names are encoded.
 */
export const podLogPath = (namespace: string, pod: string) =>
  `/api/cluster/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
