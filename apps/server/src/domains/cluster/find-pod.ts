import type { PodRow } from '@switchyard/contracts/cluster-rows';
import { Refusal } from '../../platform/refusal.ts';
import type { ClusterPicture } from './picture/cluster-picture.ts';

/** What a call says of the pod that it means. */
export interface PodTarget {
  podName: string;
  namespace?: string | undefined;
  uid?: string | undefined;
}

/**
 * The pod that is meant; without a namespace, the one in the namespace of the engine pods.
 * @throws Refusal `POD_GONE`; `POD_REPLACED`: another has taken its name
 */
export function findPod(picture: ClusterPicture, engineNamespace: string, target: PodTarget): PodRow {
  const pod = picture.podNamed(target.namespace ?? engineNamespace, target.podName);
  if (!pod) throw new Refusal('POD_GONE');
  if (target.uid !== undefined && target.uid !== pod.uid) throw new Refusal('POD_REPLACED');
  return pod;
}
