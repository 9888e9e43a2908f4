import type { PodRow } from '@switchyard/contracts/cluster-rows';
import type { ClusterPicture } from './picture/cluster-picture.ts';

/** What a call says of the pod that it means. */
export interface PodTarget {
  podName: string;
  namespace?: string | undefined;
  uid?: string | undefined;
}

/** The pod is not there (`gone`), or another has taken its name (`replaced`). */
export class PodMismatch extends Error {
  override readonly name = 'PodMismatch';
  readonly kind: 'gone' | 'replaced';
  constructor(kind: 'gone' | 'replaced') {
    super(kind);
    this.kind = kind;
  }
}

/**
 * The pod that is meant; without a namespace, the one in the namespace of the engine pods.
 * @throws PodMismatch
 */
export function findPod(picture: ClusterPicture, engineNamespace: string, target: PodTarget): PodRow {
  const pod = picture.podNamed(target.namespace ?? engineNamespace, target.podName);
  if (!pod) throw new PodMismatch('gone');
  if (target.uid !== undefined && target.uid !== pod.uid) throw new PodMismatch('replaced');
  return pod;
}
