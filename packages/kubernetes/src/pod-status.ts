import type { Condition, ContainerStatus, Pod } from './objects.ts';

/** A pod's READY, STATUS and RESTARTS columns in kubectl. */
export interface ShownPodStatus {
  status: string;
  readyContainers: number;
  totalContainers: number;
  restarts: number;
  /** When a container that was restarted last ended, RFC 3339; null if never. */
  lastRestartAt: string | null;
}

/** The fields of a pod that determine its displayed status. */
export interface PodForStatus {
  metadata?: Pick<Pod['metadata'], 'deletionTimestamp'>;
  spec?: {
    containers?: readonly { name: string }[];
    initContainers?: readonly { name: string; restartPolicy?: string }[];
  };
  status?: Pod['status'];
}

/**
 * The displayed status of a pod. It is not part of the API's objects; only the API server's printer computes it.
 * Follows `printPod` of Kubernetes 1.32 (pkg/printers/internalversion/printers.go), including sidecars. Pure and
 * independent of Node.js: the local cluster's tables, the server and the browser share it.
 */
export function shownPodStatus(pod: PodForStatus): ShownPodStatus {
  const status = pod.status ?? {};
  const conditions = status.conditions ?? [];
  const containers = status.containerStatuses ?? [];
  const initial = initialization(pod);
  let shown = status.reason || status.phase || 'Unknown';
  if (conditions.some((condition) => condition.type === 'PodScheduled' && condition.reason === 'SchedulingGated')) {
    shown = 'SchedulingGated';
  }
  let { ready, restarts, lastRestartAt } = initial;
  if (initial.shown !== null) shown = initial.shown;
  if (initial.shown === null || isTrue(conditions, 'Initialized')) {
    restarts = initial.sidecarRestarts;
    lastRestartAt = initial.sidecarLastRestartAt;
    const app = application(containers, shown, isTrue(conditions, 'Ready'));
    shown = app.shown;
    ready += app.ready;
    restarts += app.restarts;
    lastRestartAt = later(lastRestartAt, app.lastRestartAt);
  }
  if (pod.metadata?.deletionTimestamp) {
    const ended = status.phase === 'Failed' || status.phase === 'Succeeded';
    if (status.reason === 'NodeLost') shown = 'Unknown';
    else if (!ended) shown = 'Terminating';
  }
  const sidecars = (pod.spec?.initContainers ?? []).filter(
    (initContainer) => initContainer.restartPolicy === 'Always',
  ).length;
  const totalContainers = (pod.spec?.containers?.length ?? 0) + sidecars;
  return { status: shown, readyContainers: ready, totalContainers, restarts, lastRestartAt };
}

interface Initialization {
  /** `Init:…` while an init container blocks the pod, else null. */
  shown: string | null;
  ready: number;
  restarts: number;
  lastRestartAt: string | null;
  sidecarRestarts: number;
  sidecarLastRestartAt: string | null;
}

function initialization(pod: PodForStatus): Initialization {
  const declared = pod.spec?.initContainers ?? [];
  const sidecars = new Set(declared.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
  const found: Initialization = {
    shown: null,
    ready: 0,
    restarts: 0,
    lastRestartAt: null,
    sidecarRestarts: 0,
    sidecarLastRestartAt: null,
  };
  for (const [at, container] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const ended = container.lastState?.terminated?.finishedAt ?? null;
    found.restarts += container.restartCount;
    found.lastRestartAt = later(found.lastRestartAt, ended);
    if (sidecars.has(container.name)) {
      found.sidecarRestarts += container.restartCount;
      found.sidecarLastRestartAt = later(found.sidecarLastRestartAt, ended);
    }
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (sidecars.has(container.name) && container.started) {
      if (container.ready) found.ready += 1;
      continue;
    }
    if (terminated) found.shown = `Init:${terminated.reason || exitOf(terminated)}`;
    else if (waiting?.reason && waiting.reason !== 'PodInitializing') found.shown = `Init:${waiting.reason}`;
    else found.shown = `Init:${at}/${declared.length}`;
    break;
  }
  return found;
}

function application(containers: readonly ContainerStatus[], before: string, podReady: boolean) {
  let shown = before;
  let running = false;
  let ready = 0;
  let restarts = 0;
  let lastRestartAt: string | null = null;
  // Last to first: the first container's reason wins.
  for (const container of [...containers].reverse()) {
    restarts += container.restartCount;
    lastRestartAt = later(lastRestartAt, container.lastState?.terminated?.finishedAt ?? null);
    const { waiting, terminated, running: alive } = container.state ?? {};
    if (waiting?.reason) shown = waiting.reason;
    else if (terminated) shown = terminated.reason || exitOf(terminated);
    else if (container.ready && alive) {
      running = true;
      ready += 1;
    }
  }
  if (shown === 'Completed' && running) shown = podReady ? 'Running' : 'NotReady';
  return { shown, ready, restarts, lastRestartAt };
}

function exitOf(terminated: { signal?: number; exitCode: number }): string {
  return terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`;
}

function isTrue(conditions: readonly Condition[], type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}

function later(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right;
  return Date.parse(right) > Date.parse(left) ? right : left;
}
