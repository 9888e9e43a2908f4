import type { NodeType, PodRow } from '@switchyard/contracts/cluster/rows';

/** The app label of the engine pods that this product makes. */
const ENGINE_APP = 'switchyard-engine';

/**
 * A gateway pod serves an engine, or could: it says so itself, serves a session, or runs on a gateway node without
 * being the cluster's own. One that has no node yet counts by what it tolerates.
 * @param nodeType of the node that it is on; undefined: on none, or on one that is not known
 */
export function isGatewayPod(
  pod: Pick<PodRow, 'app' | 'nodeName' | 'pinned' | 'toleratesGateway'>,
  nodeType: NodeType | undefined,
  servesSession: boolean,
): boolean {
  if (servesSession || pod.app === ENGINE_APP) return true;
  if (pod.pinned) return false;
  return pod.nodeName === '' ? pod.toleratesGateway === true : nodeType === 'gateway';
}

/** Why a pod is as it is, in Kubernetes' words; empty where it says nothing. */
export function reasonsOf(pod: Pick<PodRow, 'reason' | 'message' | 'containers'>): { reason: string; detail: string } {
  const worst =
    pod.containers.find((container) => container.reason) ?? pod.containers.find((container) => container.lastReason);
  return {
    reason: pod.reason ?? worst?.reason ?? '',
    detail: pod.message ?? worst?.message ?? (worst?.lastReason ? `Last ended: ${worst.lastReason}` : ''),
  };
}
