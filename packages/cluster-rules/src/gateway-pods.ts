import type { NodeType, PodRow } from '@switchyard/contracts/cluster/rows';

/** The app label of this product's engine pods. */
const ENGINE_APP = 'switchyard-engine';

/**
 * Whether a pod serves an engine, or could: it has our label, serves a session, or runs on a gateway node without being
 * the cluster's own. A pod without a node counts by its tolerations.
 * @param nodeType type of its node; undefined if it has none, or an unknown one
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

/** Why a pod is in its state, as Kubernetes words it; empty where it gives no reason. */
export function podReason(pod: Pick<PodRow, 'reason' | 'message' | 'containers'>): { reason: string; detail: string } {
  const worst =
    pod.containers.find((container) => container.reason) ?? pod.containers.find((container) => container.lastReason);
  return {
    reason: pod.reason ?? worst?.reason ?? '',
    detail: pod.message ?? worst?.message ?? (worst?.lastReason ? `Last ended: ${worst.lastReason}` : ''),
  };
}
