/**
 * Paths of the cluster's endless responses. In a file without schemas, so that clients can request them before loading
 * those.
 */
export const CLUSTER_STREAM_PATH = '/api/cluster/stream';

/**
 * Path of a pod's log as text, with the query of the Kubernetes call (`container`, `tailLines`, `follow`, `timestamps`,
 * `previous`). Names are encoded.
 */
export const podLogPath = (namespace: string, pod: string) =>
  `/api/cluster/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
