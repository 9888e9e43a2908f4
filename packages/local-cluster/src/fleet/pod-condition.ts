import type { Condition, ContainerState, ContainerStatus, PodStatus } from '@switchyard/kubernetes/objects';

/**
 * Conditions of a simulated pod. Together they show every status of spec 001 section 4, and a few more that real fleets
 * show.
 */
export type PodCondition =
  | 'pending'
  | 'creating'
  | 'running'
  | 'unready'
  | 'crash-loop'
  | 'out-of-memory'
  | 'error'
  | 'completed'
  | 'container-unknown'
  | 'evicted'
  | 'failed'
  | 'node-lost'
  | 'image-pull'
  | 'create-error';

/** A container's name, and when things happened to it, in RFC 3339. */
interface Timeline {
  /** When the condition began. */
  since: string;
  /** When the container was last started. */
  started: string;
  name: string;
}

interface ConditionFacts {
  phase: string;
  /** State of the first container; null if the pod has no container statuses. */
  state: (story: Timeline) => ContainerState | null;
  reason?: string;
  message?: string;
}

const ended =
  (exitCode: number, reason: string, message?: string) =>
  ({ since, started }: Timeline): ContainerState => ({
    terminated: { exitCode, reason, startedAt: started, finishedAt: since, ...(message && { message }) },
  });
const waiting =
  (reason: string, message = '') =>
  (): ContainerState => ({ waiting: { reason, ...(message && { message }) } });
const running = ({ started }: Timeline): ContainerState => ({ running: { startedAt: started } });
const none = () => null;

const CONDITIONS: Readonly<Record<PodCondition, ConditionFacts>> = {
  pending: { phase: 'Pending', state: none },
  creating: { phase: 'Pending', state: waiting('ContainerCreating') },
  running: { phase: 'Running', state: running },
  unready: { phase: 'Running', state: running },
  'crash-loop': {
    phase: 'Running',
    state: ({ name }) => waiting('CrashLoopBackOff', `back-off 5m0s restarting failed container=${name}`)(),
  },
  'out-of-memory': { phase: 'Running', state: ended(137, 'OOMKilled') },
  error: { phase: 'Failed', state: ended(1, 'Error') },
  completed: { phase: 'Succeeded', state: ended(0, 'Completed') },
  'container-unknown': {
    phase: 'Failed',
    state: ended(137, 'ContainerStatusUnknown', 'The container could not be located when the pod was terminated'),
  },
  evicted: {
    phase: 'Failed',
    state: none,
    reason: 'Evicted',
    message: 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 63Mi.',
  },
  failed: { phase: 'Failed', state: none, message: 'Pod was terminated in response to imminent node shutdown.' },
  'node-lost': {
    phase: 'Running',
    state: running,
    reason: 'NodeLost',
    message: 'Node which was running the pod is unresponsive',
  },
  'image-pull': {
    phase: 'Pending',
    state: waiting('ImagePullBackOff', 'Back-off pulling image: not found in the registry'),
  },
  'create-error': { phase: 'Pending', state: waiting('CreateContainerError', 'context deadline exceeded') },
};

/** The input of a simulated pod's status. */
export interface PodStory extends Timeline {
  condition: PodCondition;
  containers: readonly { name: string; image: string }[];
  restarts: number;
  created: string;
  hostIP: string;
  podIP: string;
  containerId: (at: number) => string;
}

/** A simulated pod's status, as its node's kubelet would write it. */
export function fleetPodStatus(story: PodStory): PodStatus {
  const { condition, created } = story;
  const { phase, reason, message } = CONDITIONS[condition];
  if (condition === 'pending') {
    return { phase, conditions: [podCondition(story, 'PodScheduled', false, 'Unschedulable')], qosClass: 'Burstable' };
  }
  const containerStatuses = story.containers.flatMap((_container, at) => containerStatus(story, at));
  const allReady =
    containerStatuses.length > 0 && containerStatuses.every((containerStatuse) => containerStatuse.ready);
  const ready = allReady && condition !== 'node-lost';
  const why = phase === 'Succeeded' ? 'PodCompleted' : 'ContainersNotReady';
  return {
    phase,
    ...(reason && { reason }),
    ...(message && { message }),
    conditions: [
      podCondition(story, 'Initialized', true),
      podCondition(story, 'Ready', ready, why),
      podCondition(story, 'ContainersReady', ready, why),
      podCondition(story, 'PodScheduled', true),
    ],
    hostIP: story.hostIP,
    podIP: story.podIP,
    podIPs: [{ ip: story.podIP }],
    startTime: created,
    qosClass: 'Burstable',
    ...(containerStatuses.length > 0 && { containerStatuses }),
  };
}

function podCondition({ created, since }: PodStory, type: string, holds: boolean, why = ''): Condition {
  return {
    type,
    status: holds ? 'True' : 'False',
    lastProbeTime: null,
    lastTransitionTime: type === 'PodScheduled' || type === 'Initialized' ? created : since,
    ...(!holds && { reason: why }),
  };
}

function containerStatus(story: PodStory, at: number): ContainerStatus[] {
  const { condition, containers, restarts, since, started } = story;
  const container = containers[at];
  const main = CONDITIONS[condition].state(story);
  if (!container || main === null) return [];
  // A crash affects only the first container; everything else affects all of them.
  const alone = condition === 'crash-loop' || condition === 'out-of-memory' || condition === 'unready';
  const state = at > 0 && alone ? running(story) : main;
  const isRunning = state.running !== undefined;
  const crashedBefore = at === 0 && restarts > 0 && condition !== 'out-of-memory';
  return [
    {
      name: container.name,
      state,
      lastState: crashedBefore
        ? { terminated: { exitCode: 1, reason: 'Error', startedAt: started, finishedAt: since } }
        : {},
      ready: isRunning && !(condition === 'unready' && at === 0),
      started: isRunning,
      restartCount: at === 0 ? restarts : 0,
      image: container.image,
      imageID: isRunning ? `${container.image}@sha256:simulated` : '',
      ...(isRunning && { containerID: `containerd://${story.containerId(at)}` }),
    },
  ];
}
