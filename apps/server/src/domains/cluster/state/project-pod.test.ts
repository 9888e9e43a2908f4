import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KubernetesPod } from './kubernetes-objects.ts';
import { projectNode, projectUsage } from './project-node.ts';
import { projectPod } from './project-pod.ts';

const golden = new URL('../../../../../../packages/kubernetes/test/pod-status.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(golden, 'utf8')) as {
  cases: { case: string; pod: KubernetesPod; shown: { status: string; ready: string; restarts: number } }[];
};

describe('a pod row', () => {
  it.each(cases.map((entry) => [entry.case, entry] as const))(
    'shows the same as a real API server: %s',
    (_, { pod, shown }) => {
      const row = projectPod({ ...pod, metadata: { ...pod.metadata, uid: 'u-1' } });
      expect(row).toMatchObject(shown);
    },
  );

  it.each(['Running', 'Pending', 'Failed', 'Succeeded'])(
    'displays a %s pod with a deletion timestamp as Terminating (spec 001 section 4)',
    (phase) => {
      const row = projectPod({
        metadata: { uid: 'u', name: 'p', deletionTimestamp: '2026-11-20T12:00:00Z' },
        status: { phase },
      });
      expect(row).toMatchObject({ status: 'Terminating', deletedAtMs: Date.parse('2026-11-20T12:00:00Z') });
    },
  );

  it("takes app, instance and version from labels, and the pod's id for its sessions", () => {
    const row = projectPod({
      metadata: {
        uid: 'u',
        name: 'engine-7',
        namespace: 'engines',
        labels: {
          'app.kubernetes.io/name': 'engine',
          'app.kubernetes.io/instance': 'seven',
          'app.kubernetes.io/version': '1.2.3',
        },
        ownerReferences: [{ kind: 'ReplicaSet', name: 'rs', controller: true }],
      },
      spec: {
        nodeName: 'gw-1',
        containers: [
          { name: 'a', resources: { requests: { cpu: '250m', memory: '1Gi' } } },
          { name: 'b', resources: { requests: { cpu: '1', memory: 'nonsense' } } },
        ],
      },
    });
    expect(row).toMatchObject({
      app: 'engine',
      instance: 'seven',
      version: '1.2.3',
      podId: 'seven',
      owner: 'ReplicaSet/rs',
      nodeName: 'gw-1',
      requestedMillicores: 1250,
      requestedBytes: 1024 ** 3,
    });
    expect(row).not.toHaveProperty('pinned');
  });

  it('requests what the scheduler computes: sidecars beside the rest, the start if it needs more, and the overhead', () => {
    const asks = (name: string, memory: string, restartPolicy?: string) => ({
      name,
      resources: { requests: { memory } },
      ...(restartPolicy && { restartPolicy }),
    });
    const bytes = (spec: NonNullable<Parameters<typeof projectPod>[0]['spec']>) =>
      projectPod({ metadata: { uid: 'u', name: 'p' }, spec })?.requestedBytes;
    const containers = [asks('main', '100')];
    expect(bytes({ containers, initContainers: [asks('init', '50')] })).toBe(100);
    expect(bytes({ containers, initContainers: [asks('init', '300'), asks('next', '200')] })).toBe(300);
    const sidecar = asks('sidecar', '30', 'Always');
    expect(bytes({ containers, initContainers: [sidecar, asks('init', '200')] })).toBe(230);
    expect(bytes({ containers, initContainers: [asks('init', '20'), sidecar], overhead: { memory: '7' } })).toBe(137);
  });

  it.each([
    [{ ownerReferences: [{ kind: 'DaemonSet', name: 'fluentd' }] }, {}, 'DaemonSet'],
    [{ annotations: { 'kubernetes.io/config.mirror': 'x' } }, {}, 'mirror'],
    [{}, { priorityClassName: 'system-node-critical' }, 'critical'],
  ])('marks a pod that must stay: %j %j', (metadata, spec, pinned) => {
    expect(projectPod({ metadata: { uid: 'u', name: 'p', ...metadata }, spec })?.pinned).toBe(pinned);
  });

  it('is null for an object without name or uid', () => {
    expect(projectPod({})).toBeNull();
    expect(projectNode({})).toBeNull();
  });
});

describe('a node row', () => {
  it('has type, status, role, capacity and allocatable resources', () => {
    const row = projectNode({
      metadata: {
        uid: 'u',
        name: 'gw-1',
        creationTimestamp: '2026-11-01T00:00:00Z',
        labels: { 'node.kubernetes.io/instance-type': 'e2-highmem-8', 'node-role.kubernetes.io/worker': '' },
      },
      spec: { unschedulable: true, taints: [{ key: 'workload', value: 'gateway', effect: 'NoSchedule' }] },
      status: {
        capacity: { cpu: '8', memory: '62914560Ki' },
        allocatable: { cpu: '7910m', memory: '58Gi' },
        conditions: [{ type: 'Ready', status: 'True' }],
        nodeInfo: { kubeletVersion: 'v1.32.9' },
      },
    });
    expect(row).toEqual({
      uid: 'u',
      name: 'gw-1',
      type: 'gateway',
      status: 'Ready,SchedulingDisabled',
      role: 'worker',
      taints: 1,
      version: 'v1.32.9',
      machineType: 'e2-highmem-8',
      createdAtMs: Date.parse('2026-11-01T00:00:00Z'),
      capacityMillicores: 8000,
      capacityBytes: 60 * 1024 ** 3,
      allocatableMillicores: 7910,
      allocatableBytes: 58 * 1024 ** 3,
    });
  });

  it('defaults to role <none> (spec 001 section 3) and distinguishes NotReady from Unknown', () => {
    const status = (conditions: { type: string; status: string }[]) =>
      projectNode({ metadata: { uid: 'u', name: 'n' }, status: { conditions } })?.status;
    expect(projectNode({ metadata: { uid: 'u', name: 'n' } })?.role).toBe('<none>');
    expect(status([{ type: 'Ready', status: 'False' }])).toBe('NotReady');
    expect(status([{ type: 'Ready', status: 'Unknown' }])).toBe('NotReady');
    expect(status([])).toBe('Unknown');
  });
});

describe('usage', () => {
  it('adds up the containers of a pod, in every unit', () => {
    const containers = [{ usage: { cpu: '123456789n', memory: '1Gi' } }, { usage: { cpu: '2m', memory: '1e3' } }];
    expect(projectUsage('uid', { containers })).toEqual(['uid', 125.457, 1024 ** 3 + 1000]);
  });

  it('is unknown rather than wrong if a part cannot be parsed', () => {
    expect(projectUsage('n', { usage: { cpu: '1K', memory: '1Gi' } })).toBeNull();
    expect(projectUsage('n', { usage: { cpu: '1' } })).toBeNull();
    expect(projectUsage('n', {})).toBeNull();
  });
});
