import {
  type Condition,
  kubernetesTime,
  type Node,
  type Pod,
  type PodSpec,
  type Taint,
  type Toleration,
} from '@switchyard/kubernetes/objects';
import type { Clock } from './clock.ts';
import type { EventRecorder } from './events.ts';
import { type ObjectStore, StoredObject } from './store/object-store.ts';

/** Why a pod can't be placed on a node, in the scheduler's words; null if it can. */
export function placementRefusal(
  { metadata, spec }: Node,
  pod: Pick<PodSpec, 'tolerations' | 'nodeSelector'>,
): string | null {
  const wanted = Object.entries(pod.nodeSelector ?? {});
  if (wanted.some(([key, value]) => metadata.labels?.[key] !== value))
    return "didn't match Pod's node affinity/selector";
  const repelling = (spec.taints ?? []).filter(({ effect }) => effect !== 'PreferNoSchedule');
  const taint = repelling.find((taint) => !(pod.tolerations ?? []).some((toleration) => tolerates(toleration, taint)));
  if (!taint) return null;
  if (taint.key === 'node.kubernetes.io/unschedulable') return 'were unschedulable';
  return `had untolerated taint {${taint.key}: ${taint.value ?? ''}}`;
}

function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (!key) return operator === 'Exists';
  return key === taint.key && (operator === 'Exists' || value === (taint.value ?? ''));
}

/** The PodScheduled condition of a pod that has a node or, with a reason, waits for one. */
export function scheduledCondition(why: string | null, nowMs: number): Condition {
  const times = { lastProbeTime: null, lastTransitionTime: kubernetesTime(nowMs) };
  if (why === null) return { type: 'PodScheduled', status: 'True', ...times };
  const message = `0/1 nodes are available: 1 node(s) ${why}.`;
  return { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message, ...times };
}

/**
 * Places waiting pods on this machine's node as soon as it accepts them.
 * @returns stops placing
 */
export function placeWaitingPods(
  store: ObjectStore,
  nodeName: string,
  clock: Clock,
  events: EventRecorder,
): () => void {
  const waiting = new Map<string, { namespace: string; name: string }>();
  const place = (node: Node) => {
    for (const { namespace, name } of waiting.values()) {
      const pod = store.find('pods', namespace, name)?.toObject() as Pod | undefined;
      if (!pod || placementRefusal(node, pod.spec) !== null) continue;
      const conditions = [scheduledCondition(null, clock.now())];
      store.replace('pods', { ...pod, spec: { ...pod.spec, nodeName }, status: { ...pod.status, conditions } } as Pod);
    }
  };
  const stops = [
    store.watch('pods', store.version, ({ type, current }) => {
      // Simulated pods are placed by their fleet.
      if (!(current instanceof StoredObject)) return;
      const { namespace, name } = current;
      const pod = current.toObject() as Pod;
      if (type === 'DELETED' || pod.spec.nodeName) {
        waiting.delete(`${namespace}/${name}`);
        return;
      }
      waiting.set(`${namespace}/${name}`, { namespace, name });
      if (type !== 'ADDED') return;
      const condition = pod.status.conditions?.find((condition) => condition.type === 'PodScheduled');
      const facts = { reason: 'FailedScheduling', message: condition?.message ?? '', component: 'default-scheduler' };
      events.record(pod, { type: 'Warning', ...facts });
    }),
    store.watch('nodes', store.version, ({ type, current }) => {
      if (current.name === nodeName && type !== 'DELETED') place(current.toObject() as Node);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
