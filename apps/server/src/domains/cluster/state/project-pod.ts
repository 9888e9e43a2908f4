import { type ContainerRow, type PodRow, toleratesGatewayTaint } from '@switchyard/contracts/cluster/rows';
import { shownPodStatus } from '@switchyard/kubernetes/pod-status';
import { cpuMillicores, memoryBytes, QuantityError } from '@switchyard/kubernetes/quantity';
import type { KubernetesPod } from './kubernetes-objects.ts';

/** A pod's row with the parts that only the server needs. */
export interface CachedPod extends PodRow {
  /** Omitted if the pod has none. */
  initContainers?: ContainerRow[];
}

/** Reduces a pod to its row; null if it has no uid or name. */
export function projectPod(pod: KubernetesPod): CachedPod | null {
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
    requestedMillicores: effectiveRequest(spec, 'cpu', cpuMillicores),
    requestedBytes: effectiveRequest(spec, 'memory', memoryBytes),
    containers,
    ...(initContainers.length > 0 ? { initContainers } : {}),
  };
}

/**
 * A pod with a deletion timestamp is shown as Terminating (spec 001 section 4), even if it had ended before, for which
 * kubectl keeps showing the final status: people looking for pods to delete must see that the deletion is in progress.
 * Only a pod on a lost node stays Unknown.
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

/** Pods that the kubelet or a DaemonSet would recreate immediately, and pods that the cluster itself needs. */
function pinnedBy(pod: KubernetesPod, ownerKind: string | undefined): string | null {
  if (pod.metadata?.annotations?.['kubernetes.io/config.mirror']) return 'mirror';
  if (ownerKind === 'DaemonSet' || ownerKind === 'Node') return ownerKind === 'Node' ? 'mirror' : 'DaemonSet';
  return pod.spec?.priorityClassName?.startsWith('system-') ? 'critical' : null;
}

/**
 * Resources that a node must have free for the pod, as the scheduler computes them: for everything that runs at once,
 * or for the start if that needs more.
 */
function effectiveRequest(
  { containers = [], initContainers = [], overhead = {} }: NonNullable<KubernetesPod['spec']>,
  resource: string,
  parse: (text: string) => number,
): number {
  const requestOf = ({ resources }: (typeof containers)[number]) =>
    quantityOr(0, resources?.requests?.[resource], parse);
  // Init containers that keep running, and the maximum needed while the others start one after another.
  let sidecars = 0;
  let starting = 0;
  for (const container of initContainers) {
    starting = Math.max(starting, sidecars + requestOf(container));
    if (container.restartPolicy === 'Always') sidecars += requestOf(container);
  }
  const running = containers.reduce((sum, container) => sum + requestOf(container), sidecars);
  return Math.max(running, starting) + quantityOr(0, overhead[resource], parse);
}

/** Parses a quantity; `otherwise` if it is missing or invalid: an unusual cluster must not blank the screen. */
export function quantityOr<Otherwise>(
  otherwise: Otherwise,
  text: string | undefined,
  parse: (text: string) => number,
): number | Otherwise {
  if (text === undefined) return otherwise;
  try {
    return parse(String(text));
  } catch (error) {
    if (error instanceof QuantityError) return otherwise;
    throw error;
  }
}

/** A time of the Kubernetes API in ms since 1970; 0 if there is none. */
export function timeOf(text: string | undefined): number {
  const atMs = Date.parse(text ?? '');
  return Number.isNaN(atMs) ? 0 : atMs;
}
