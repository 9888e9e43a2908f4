import type { Pod } from '@switchyard/kubernetes/objects';
import { describe, expect, it } from 'vitest';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { describePod, presentPod } from './describe-pod.ts';

const NO_EVENTS = { events: [], eventsProblem: null };
const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'engine-1',
    namespace: 'gateways',
    uid: 'u-1',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'engine-7d9', uid: 'o', controller: true }],
  },
  spec: {
    nodeName: 'node-1',
    containers: [
      {
        name: 'engine',
        image: 'engine:1',
        resources: { requests: { memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
      },
    ],
    initContainers: [
      { name: 'restore', image: 'restore:1' },
      { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' },
    ],
    tolerations: [{ key: 'workload', operator: 'Equal', effect: 'NoSchedule', value: 'gateway' } as object],
    volumes: [{ name: 'profile', emptyDir: {} }],
  },
  status: {
    phase: 'Running',
    conditions: [
      { type: 'Initialized', status: 'True' },
      { type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: '2026-01-01T00:05:00Z' },
    ],
    initContainerStatuses: [
      {
        name: 'restore',
        ready: false,
        restartCount: 1,
        image: 'restore:1',
        imageID: '',
        state: { terminated: { exitCode: 0, reason: 'Completed', finishedAt: '2026-01-01T00:00:09Z' } },
      },
    ],
    containerStatuses: [
      {
        name: 'engine',
        ready: false,
        restartCount: 3,
        image: 'engine:1',
        imageID: '',
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s' } },
        lastState: {
          terminated: {
            exitCode: 137,
            signal: 9,
            reason: 'OOMKilled',
            startedAt: '2026-01-01T00:01:00Z',
            finishedAt: '2026-01-01T00:04:00Z',
          },
        },
      },
    ],
  },
};

describe('a pod’s description', () => {
  it('lists init containers first, limits, and how its containers ended', () => {
    const described = presentPod(pod, NO_EVENTS);
    expect(described).toMatchObject({
      name: 'engine-1',
      status: 'CrashLoopBackOff',
      owner: 'ReplicaSet/engine-7d9',
      nodeName: 'node-1',
      tolerations: ['workload=gateway:NoSchedule'],
      volumes: ['profile (emptyDir)'],
    });
    expect(described.containers).toMatchObject([
      { name: 'restore', kind: 'init', restarts: 1, now: { state: 'terminated', exitCode: 0 }, before: null },
      { name: 'proxy', kind: 'sidecar', now: { state: 'unknown', exitCode: null } },
      {
        name: 'engine',
        kind: 'app',
        limits: { cpu: '2', memory: '2Gi' },
        requests: { memory: '1Gi' },
        now: { state: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off 40s', exitCode: null },
        before: {
          state: 'terminated',
          reason: 'OOMKilled',
          exitCode: 137,
          signal: 9,
          finishedAt: '2026-01-01T00:04:00.000Z',
        },
      },
    ]);
    expect(described.conditions[1]).toEqual({
      type: 'Ready',
      status: 'False',
      reason: 'ContainersNotReady',
      message: '',
      changedAt: '2026-01-01T00:05:00.000Z',
    });
  });

  it('contains the YAML, without managed fields', () => {
    const metadata = { ...pod.metadata, managedFields: [{ manager: 'kubelet' }] };
    const { manifest } = presentPod({ ...pod, metadata }, NO_EVENTS);
    expect(manifest).toContain('kind: Pod\nmetadata:\n  name: engine-1\n');
    expect(manifest).toContain('memory: 2Gi\n');
    expect(manifest).not.toContain('managedFields');
  });

  it('copes with everything optional missing', () => {
    const { status: _status, ...pending } = pod;
    const bare = { ...pending, spec: { containers: [{ name: 'engine', image: 'engine:1' }] } } as unknown as Pod;
    expect(presentPod(bare, NO_EVENTS)).toMatchObject({
      conditions: [],
      startedAt: null,
      containers: [{ name: 'engine', now: { state: 'unknown' }, before: null, limits: {} }],
    });
  });
});

describe('a pod’s events', () => {
  const answering = (events: () => object) =>
    ({
      path: (...parts: string[]) => `/${parts.join('/')}`,
      get: async (path: string, query: Record<string, string>) =>
        path.startsWith('/events') ? (expect(query.fieldSelector).toContain('involvedObject.uid=u-1'), events()) : pod,
    }) as unknown as KubernetesClient;
  const target = { namespace: 'gateways', podName: 'engine-1' };

  it('are sorted newest first, whichever fields their reporter set', async () => {
    const client = answering(() => ({
      items: [
        {
          type: 'Normal',
          reason: 'Pulled',
          lastTimestamp: '2026-01-01T00:00:01Z',
          count: 4,
          source: { component: 'kubelet' },
        },
        {
          type: 'Warning',
          reason: 'FailedScheduling',
          eventTime: '2026-01-01T00:00:05.123456Z',
          series: { count: 9, lastObservedTime: '2026-01-01T00:09:00.5Z' },
          reportingComponent: 'default-scheduler',
        },
      ],
    }));
    expect((await describePod(client, target)).events).toMatchObject([
      { reason: 'FailedScheduling', count: 9, from: 'default-scheduler', lastAt: '2026-01-01T00:09:00.500Z' },
      { reason: 'Pulled', count: 4, from: 'kubelet', firstAt: null },
    ]);
  });

  it('are unknown, not empty, without the right to read them; the rest is described', async () => {
    const client = answering(() => {
      throw new KubernetesError(403, 'Forbidden', 'events is forbidden');
    });
    expect(await describePod(client, target)).toMatchObject({
      name: 'engine-1',
      events: null,
      eventsProblem: 'events is forbidden',
    });
  });
});
