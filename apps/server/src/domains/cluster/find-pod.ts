import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { Db } from '../../platform/database/database.ts';
import type { KubernetesClient } from '../../platform/kubernetes/client.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findSessionsOfPod } from './cluster.queries.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import type { KubernetesPod } from './state/kubernetes-objects.ts';
import { projectPod } from './state/project-pod.ts';

/** How a call identifies a pod. */
export interface PodTarget {
  podName: string;
  namespace?: string | undefined;
  uid?: string | undefined;
}

/**
 * A pod at this moment: its state in the API server, and the ids of the sessions that it serves according to the
 * database.
 */
export interface PodNow {
  row: PodRow;
  /** Version that was read; a deletion with it applies to no other state of the pod. */
  resourceVersion: string;
  sessions: string[];
}

/**
 * Reads a pod directly, not from the cluster state, which may be seconds old. The default namespace is that of the
 * engine pods.
 * @throws Refusal `POD_GONE`; `POD_REPLACED` if another pod has taken its name; or a refusal by Kubernetes
 */
export async function readPodNow(db: Db, client: KubernetesClient, target: PodTarget): Promise<PodNow> {
  const path = client.path('pods', target.namespace ?? client.connection.namespace, target.podName);
  const pod = await client.get<KubernetesPod>(path).catch((error: unknown) => {
    throw toClusterRefusal(error);
  });
  const row = projectPod(pod);
  if (!row) throw new Refusal('POD_GONE');
  if (target.uid !== undefined && target.uid !== row.uid) throw new Refusal('POD_REPLACED');
  return {
    row,
    resourceVersion: pod.metadata?.resourceVersion ?? '',
    sessions: await findSessionsOfPod(db, row.name),
  };
}
