import { isGatewayPod, podReason } from '@switchyard/cluster-rules/gateway-pods';
import type { GatewayPod, GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { ClusterState } from './state/cluster-state.ts';

/** Engine pods with their sessions, and the sessions without a pod or a user (spec 001 section 3). */
export function gatewayStatus(clusterState: ClusterState, allSessions: EngineSessionRow[]): GatewayStatus {
  const byPod = Map.groupBy(
    allSessions.filter((session) => session.podId !== null),
    (session) => session.podId,
  );
  const pods: GatewayPod[] = [];
  const deploymentTypeMap: Record<string, number> = {};
  for (const pod of clusterState.pods()) {
    const sessions = byPod.get(pod.name) ?? [];
    if (!isGatewayPod(pod, clusterState.node(pod.nodeName)?.type, sessions.length > 0)) continue;
    const presented = presentGatewayPod(clusterState, pod, sessions);
    pods.push(presented);
    deploymentTypeMap[presented.deploymentType] = (deploymentTypeMap[presented.deploymentType] ?? 0) + 1;
  }
  return {
    pods,
    deploymentTypeMap,
    sessionsWithoutPods: allSessions.filter((session) => session.podExists === false),
    sessionsWithoutUsers: allSessions.filter((session) => session.user === null),
    allSessions,
    atMs: Date.now(),
    feed: clusterState.feed,
  };
}

function presentGatewayPod(clusterState: ClusterState, pod: PodRow, sessions: EngineSessionRow[]): GatewayPod {
  const { reason, detail } = podReason(pod);
  return {
    uid: pod.uid,
    name: pod.name,
    namespace: pod.namespace,
    nodeName: pod.nodeName,
    statusString: pod.status,
    readyState: pod.ready,
    version: pod.version,
    restarts: pod.restarts,
    createdAtMs: pod.createdAtMs,
    reason,
    detailedReason: detail,
    containerStatuses: pod.containers,
    sessions,
    nodeMachineType: clusterState.node(pod.nodeName)?.machineType ?? '',
    deploymentType: pod.app || 'unknown',
  };
}
