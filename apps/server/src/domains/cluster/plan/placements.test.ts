import { describe, expect, it } from 'vitest';
import { type PlacedPod, Placements } from './placements.ts';

const owned = { ownerReferences: [{ kind: 'ReplicaSet', controller: true }] };
const SAFE = 'cluster-autoscaler.kubernetes.io/safe-to-evict';

function kept(pod: PlacedPod) {
  const placements = new Placements('ours');
  placements.setPod({ ...pod, metadata: { uid: 'u', namespace: 'ours', ...pod.metadata } });
  return placements.pod('u');
}

describe('pods that must stay', () => {
  it.each<[string, PlacedPod, string | undefined]>([
    ['a ReplicaSet makes it anew', { metadata: owned }, undefined],
    ['nobody would make it anew', {}, 'unowned'],
    ['in another namespace', { metadata: { ...owned, namespace: 'theirs' } }, 'other-namespace'],
    [
      'our own engines are made anew',
      { metadata: { labels: { 'app.kubernetes.io/name': 'switchyard-engine' } } },
      undefined,
    ],
    ['it says that it may go', { metadata: { annotations: { [SAFE]: 'true' } } }, undefined],
    ['it says that it may not', { metadata: { ...owned, annotations: { [SAFE]: 'false' } } }, 'not-safe-to-evict'],
    ['a DaemonSet’s', { metadata: { ownerReferences: [{ kind: 'DaemonSet', controller: true }] } }, 'DaemonSet'],
    ['a mirror', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }, 'mirror'],
    ['of the cluster itself', { metadata: owned, spec: { priorityClassName: 'system-cluster-critical' } }, 'critical'],
    ['files on its node', { metadata: owned, spec: { volumes: [{ emptyDir: {} }] } }, 'local-volume'],
    ['a path of its node', { metadata: owned, spec: { volumes: [{ hostPath: {} }] } }, 'local-volume'],
    ['files in memory', { metadata: owned, spec: { volumes: [{ emptyDir: { medium: 'Memory' } }] } }, undefined],
    ['a claimed volume', { metadata: owned, spec: { volumes: [{ persistentVolumeClaim: {} }] } }, 'claimed-volume'],
    [
      'kept from others of its kind',
      {
        metadata: owned,
        spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } },
      },
      'placed-by-others',
    ],
    [
      'spread strictly',
      { metadata: owned, spec: { topologySpreadConstraints: [{ whenUnsatisfiable: 'DoNotSchedule' }] } },
      'placed-by-others',
    ],
    [
      'a port of its node',
      { metadata: owned, spec: { containers: [{ ports: [{ hostPort: 9100 }] }] } },
      'placed-by-others',
    ],
    [
      'what few nodes have',
      { metadata: owned, spec: { containers: [{ resources: { requests: { 'nvidia.com/gpu': '1' } } }] } },
      'placed-by-others',
    ],
    [
      'what every node has',
      {
        metadata: owned,
        spec: { containers: [{ resources: { requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '1Gi' } } }] },
      },
      undefined,
    ],
    [
      'spread if possible',
      { metadata: owned, spec: { topologySpreadConstraints: [{ whenUnsatisfiable: 'ScheduleAnyway' }] } },
      undefined,
    ],
  ])('%s', (_name, pod, expected) => {
    expect(kept(pod).stays).toBe(expected);
  });
});

it('treats an unknown pod as one that must stay', () => {
  expect(new Placements('ours').pod('x')).toMatchObject({ stays: 'unmeasured', hasAntiAffinity: true });
});

it('stores where a pod may run, without the tolerations that every pod has', () => {
  const tolerations = [
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
    { key: 'workload', value: 'gateway', effect: 'NoSchedule' },
  ];
  const pod = kept({ metadata: owned, spec: { tolerations, nodeSelector: { zone: 'a' } } });
  expect(pod.placement).toEqual({ tolerations: [tolerations[1]], nodeSelector: { zone: 'a' }, nodeTerms: null });
});

it('knows the control plane, the taints and the cost of a node, and ignores an invalid cost', () => {
  const placements = new Placements('ours');
  const annotations = (cost: string) => ({ 'switchyard/cost-per-hour': cost });
  placements.setNode({
    metadata: { name: 'a', labels: { 'node-role.kubernetes.io/control-plane': '' }, annotations: annotations('0.27') },
    spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] },
    status: { allocatable: { pods: '32' } },
  });
  expect(placements.node('a')).toMatchObject({ isControlPlane: true, costPerHour: 0.27, maxPods: 32 });
  placements.setNode({ metadata: { name: 'b', annotations: annotations('cheap') } });
  expect(placements.node('b')).toMatchObject({ isControlPlane: false, costPerHour: null, maxPods: 110 });
  placements.removeNode('b');
  expect(placements.node('b')).toBeUndefined();
});
