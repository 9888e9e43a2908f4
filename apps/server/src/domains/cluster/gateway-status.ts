import { isGatewayPod, podReason } from '@switchyard/cluster-rules/gateway-pods';
import type { GatewayPod, GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { ClusterState } from './picture/cluster-state.ts';

/** Engine pods with their sessions, and the sessions that miss a pod or a user (spec 001 section 3). */
export function gatewayStatus(picture: ClusterState, allSessions: EngineSessionRow[]): GatewayStatus {
  const byPod = Map.groupBy(
    allSessions.filter((session) => session.podId !== null),
    (one) => one.podId,
  );
  const pods: GatewayPod[] = [];
  const deploymentTypeMap: Record<string, number> = {};
  for (const pod of picture.pods()) {
    const sessions = byPod.get(pod.name) ?? [];
    if (!isGatewayPod(pod, picture.node(pod.nodeName)?.type, sessions.length > 0)) continue;
    const presented = presentGatewayPod(picture, pod, sessions);
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
    feed: picture.feed,
  };
}

function presentGatewayPod(picture: ClusterState, pod: PodRow, sessions: EngineSessionRow[]): GatewayPod {
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
    nodeMachineType: picture.node(pod.nodeName)?.machineType ?? '',
    deploymentType: pod.app || 'unknown',
  };
}
