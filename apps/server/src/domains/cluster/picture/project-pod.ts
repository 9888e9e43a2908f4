import { type ContainerRow, type PodRow, toleratesGatewayTaint } from '@switchyard/contracts/cluster/rows';
import { shownPodStatus } from '@switchyard/kubernetes/pod-status';
import { cpuMillicores, memoryBytes, QuantityError } from '@switchyard/kubernetes/quantity';
import type { KubernetesPod } from './kubernetes-objects.ts';

/** A pod's row, and what of it only the server needs. */
export interface KeptPod extends PodRow {
  /** Of a pod that has any. */
  initContainers?: ContainerRow[];
}

/** Cuts a pod down to its row, or null when it has no uid or name to know it by. */
export function projectPod(pod: KubernetesPod): KeptPod | null {
  const { metadata = {}, spec = {}, status = {} } = pod;
  if (!metadata.uid || !metadata.name) return null;
  const labels = metadata.labels ?? {};
  const shown = shownPodStatus(pod);
  const owner =
    metadata.ownerReferences?.find((ownerReference) => ownerReference.controller) ?? metadata.ownerReferences?.[0];
  const pinned = pinnedBy(pod, owner?.kind);
  const containers = (status.containerStatuses ?? []).map(projectContainer);
  const initContainers = (status.initContainerStatuses ?? []).map(projectContainer);
  const reason = status.reason ?? containers.find((container) => container.reason)?.reason;
  const message = status.message ?? containers.find((container) => container.message)?.message;
  return {
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    nodeName: spec.nodeName ?? '',
    phase: status.phase ?? 'Unknown',
    status: statusOf(pod, shown.status),
    ready: `${shown.readyContainers}/${shown.totalContainers}`,
    restarts: shown.restarts,
    app: labels['app.kubernetes.io/name'] ?? labels.app ?? '',
    instance: labels['app.kubernetes.io/instance'] ?? '',
    version: labels['app.kubernetes.io/version'] ?? labels.version ?? '',
    podId: labels['app.kubernetes.io/instance'] ?? '',
    owner: owner ? `${owner.kind}/${owner.name}` : '',
    ...(pinned ? { pinned } : {}),
    ...(toleratesGatewayTaint(spec.tolerations ?? []) ? { toleratesGateway: true } : {}),
    ...(reason ? { reason } : {}),
    ...(message ? { message: message.slice(0, 500) } : {}),
    createdAtMs: timeOf(metadata.creationTimestamp),
    ...(metadata.deletionTimestamp ? { deletedAtMs: timeOf(metadata.deletionTimestamp) } : {}),
    requestedMillicores: requested(spec, 'cpu', cpuMillicores),
    requestedBytes: requested(spec, 'memory', memoryBytes),
    containers,
    ...(initContainers.length > 0 ? { initContainers } : {}),
  };
}

/**
 * A pod with a deletion timestamp displays as Terminating (spec 001 section 4), also one that had ended before, which
 * kubectl goes on showing as it ended: whoever looks for pods to delete must see that it is on its way. Only a pod on a
 * lost node stays Unknown.
 */
function statusOf({ metadata }: KubernetesPod, shown: string): string {
  return metadata?.deletionTimestamp && shown !== 'Unknown' ? 'Terminating' : shown;
}

type PodContainerStatus = NonNullable<NonNullable<KubernetesPod['status']>['containerStatuses']>[number];

function projectContainer(status: PodContainerStatus): ContainerRow {
  const { running, waiting, terminated } = status.state ?? {};
  const detail = terminated ?? waiting;
  const last = status.lastState?.terminated;
  return {
    name: status.name,
    ready: status.ready ?? false,
    restarts: status.restartCount ?? 0,
    state: terminated ? 'terminated' : waiting ? 'waiting' : running ? 'running' : 'unknown',
    ...(detail?.reason ? { reason: detail.reason } : {}),
    ...(detail?.message ? { message: detail.message.slice(0, 500) } : {}),
    ...(terminated ? { exitCode: terminated.exitCode } : {}),
    ...(last ? { lastReason: last.reason || `ExitCode:${last.exitCode}` } : {}),
    ...(status.containerID ? { containerID: status.containerID } : {}),
  };
}

/** Pods that the kubelet or a DaemonSet would put straight back, and those that the cluster itself needs. */
function pinnedBy(pod: KubernetesPod, ownerKind: string | undefined): string | null {
  if (pod.metadata?.annotations?.['kubernetes.io/config.mirror']) return 'mirror';
  if (ownerKind === 'DaemonSet' || ownerKind === 'Node') return ownerKind === 'Node' ? 'mirror' : 'DaemonSet';
  return pod.spec?.priorityClassName?.startsWith('system-') ? 'critical' : null;
}

/**
 * What a node must have free for the pod, as the scheduler reckons: for all that runs at once, or for its start where
 * that takes more.
 */
function requested(
  { containers = [], initContainers = [], overhead = {} }: NonNullable<KubernetesPod['spec']>,
  resource: string,
  read: (text: string) => number,
): number {
  const of = ({ resources }: (typeof containers)[number]) => quantityOr(0, resources?.requests?.[resource], read);
  // Init containers that go on beside the others, and the most that is needed while one after another starts.
  let beside = 0;
  let starting = 0;
  for (const container of initContainers) {
    starting = Math.max(starting, beside + of(container));
    if (container.restartPolicy === 'Always') beside += of(container);
  }
  const running = containers.reduce((sum, container) => sum + of(container), beside);
  return Math.max(running, starting) + quantityOr(0, overhead[resource], read);
}

/** A quantity, or `otherwise` when it is missing or not one: a strange cluster must not blank the screen. */
export function quantityOr<Otherwise>(
  otherwise: Otherwise,
  text: string | undefined,
  read: (text: string) => number,
): number | Otherwise {
  if (text === undefined) return otherwise;
  try {
    return read(String(text));
  } catch (error) {
    if (error instanceof QuantityError) return otherwise;
    throw error;
  }
}

/** A time of the Kubernetes API in ms since 1970; 0 where there is none. */
export function timeOf(text: string | undefined): number {
  const atMs = Date.parse(text ?? '');
  return Number.isNaN(atMs) ? 0 : atMs;
}
