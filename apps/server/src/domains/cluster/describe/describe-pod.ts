import type {
  ContainerRun,
  DescribedCondition,
  DescribedContainer,
  DescribedPod,
} from '@switchyard/contracts/cluster/describe';
import type {
  Condition,
  Container,
  ContainerState,
  ContainerStatus,
  Pod,
  Toleration,
} from '@switchyard/kubernetes/objects';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { projectPod } from '../state/project-pod.ts';
import { isoTime } from './iso-time.ts';
import { manifestOf } from './manifest.ts';
import { type ReadEvents, readEvents } from './read-events.ts';

/** Everything the cluster knows about a pod. @throws KubernetesError */
export async function describePod(
  client: KubernetesClient,
  { namespace, podName }: { namespace: string; podName: string },
): Promise<DescribedPod> {
  const pod = await client.get<Pod>(client.path('pods', namespace, podName));
  const events = await readEvents(client, { kind: 'Pod', namespace, name: podName, uid: pod.metadata.uid });
  return presentPod(pod, events);
}

/** Combines a pod and its events into one description. */
export function presentPod(pod: Pod, events: ReadEvents): DescribedPod {
  const { metadata, spec, status = {} } = pod;
  const row = projectPod(pod);
  return {
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    status: row?.status ?? 'Unknown',
    ready: row?.ready ?? '',
    restarts: row?.restarts ?? 0,
    nodeName: spec.nodeName ?? '',
    owner: row?.owner ?? '',
    ip: status.podIP ?? '',
    qosClass: status.qosClass ?? '',
    priorityClass: spec.priorityClassName ?? '',
    serviceAccount: spec.serviceAccountName ?? '',
    reason: status.reason ?? '',
    message: status.message ?? '',
    createdAt: isoTime(metadata.creationTimestamp),
    startedAt: isoTime(status.startTime),
    deletedAt: isoTime(metadata.deletionTimestamp),
    labels: metadata.labels ?? {},
    nodeSelector: (spec.nodeSelector as Record<string, string> | undefined) ?? {},
    tolerations: (spec.tolerations ?? []).map(formatToleration),
    volumes: ((spec.volumes as Record<string, unknown>[] | undefined) ?? []).map(formatVolume),
    conditions: (status.conditions ?? []).map(presentCondition),
    containers: [
      ...(spec.initContainers ?? []).map((initContainer) =>
        presentContainer(initContainer, status.initContainerStatuses, 'init'),
      ),
      ...spec.containers.map((container) => presentContainer(container, status.containerStatuses, 'app')),
    ],
    ...events,
    manifest: manifestOf(pod),
  };
}

export function presentCondition(condition: Condition): DescribedCondition {
  return {
    type: condition.type,
    status: condition.status,
    reason: condition.reason ?? '',
    message: condition.message ?? '',
    changedAt: isoTime(condition.lastTransitionTime),
  };
}

function presentContainer(
  container: Container,
  statuses: readonly ContainerStatus[] | undefined,
  kind: 'init' | 'app',
): DescribedContainer {
  const status = statuses?.find((candidate) => candidate.name === container.name);
  const before = status?.lastState;
  return {
    name: container.name,
    kind: kind === 'init' && container.restartPolicy === 'Always' ? 'sidecar' : kind,
    image: container.image,
    ready: status?.ready ?? false,
    restarts: status?.restartCount ?? 0,
    now: runOf(status?.state ?? {}),
    before: before && Object.keys(before).length > 0 ? runOf(before) : null,
    requests: container.resources?.requests ?? {},
    limits: container.resources?.limits ?? {},
  };
}

function runOf({ running, waiting, terminated }: ContainerState): ContainerRun {
  const detail = terminated ?? waiting;
  return {
    state: terminated ? 'terminated' : waiting ? 'waiting' : running ? 'running' : 'unknown',
    reason: detail?.reason ?? '',
    message: detail?.message ?? '',
    exitCode: terminated?.exitCode ?? null,
    signal: terminated?.signal || null,
    startedAt: isoTime(terminated?.startedAt ?? running?.startedAt),
    finishedAt: isoTime(terminated?.finishedAt),
  };
}

/** Formats a toleration like `kubectl describe`: `workload=gateway:NoSchedule for 300s`. */
function formatToleration({
  key,
  operator,
  value,
  effect,
  tolerationSeconds,
}: Toleration & { value?: string }): string {
  const what = key === undefined ? '*' : operator === 'Exists' || value === undefined ? key : `${key}=${value}`;
  return `${what}${effect ? `:${effect}` : ''}${tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`}`;
}

function formatVolume({ name, ...source }: Record<string, unknown>): string {
  return `${String(name)} (${Object.keys(source).join(', ')})`;
}
