import type { PodRow } from '@switchyard/contracts/cluster/rows';
import type { Db } from '../../platform/database/database.ts';
import type { KubernetesClient } from '../../platform/kubernetes/client.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findSessionsOfPod } from './cluster.queries.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import type { KubernetesPod } from './picture/kubernetes-objects.ts';
import { projectPod } from './picture/project-pod.ts';

/** What a call says of the pod that it means. */
export interface PodTarget {
  podName: string;
  namespace?: string | undefined;
  uid?: string | undefined;
}

/** A pod at this moment: as the API server has it, and the ids of the sessions that the database says it serves. */
export interface PodNow {
  row: PodRow;
  /** Of the pod as it was read: whoever deletes it by that deletes no other state of it. */
  resourceVersion: string;
  sessions: string[];
}

/**
 * Reads the pod that is meant, without a look at the picture, which may be seconds old; without a namespace, the one in
 * the namespace of the engine pods.
 * @throws Refusal `POD_GONE`; `POD_REPLACED`: another has taken its name; or what Kubernetes refused
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
