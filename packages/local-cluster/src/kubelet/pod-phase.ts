import type { Condition, ContainerStatus, PodSpec } from '@switchyard/kubernetes/objects';

/** A pod's phase from its containers, as kubelet's `getPhase` determines it (for init containers that end). */
export function podPhase(
  restartPolicy: PodSpec['restartPolicy'],
  containers: readonly ContainerStatus[],
  initial: readonly ContainerStatus[],
): string {
  if (restartPolicy === 'Never' && initial.some(({ state }) => (state?.terminated?.exitCode ?? 0) !== 0))
    return 'Failed';
  let waiting = 0;
  let running = 0;
  let stopped = 0;
  let succeeded = 0;
  for (const { state, lastState } of containers) {
    if (state?.running) running += 1;
    else if (state?.terminated) {
      stopped += 1;
      if (state.terminated.exitCode === 0) succeeded += 1;
    } else if (lastState?.terminated) stopped += 1;
    else waiting += 1;
  }
  if (waiting > 0) return 'Pending';
  if (running > 0) return 'Running';
  if (restartPolicy === 'Always') return 'Running';
  if (stopped === succeeded) return 'Succeeded';
  return restartPolicy === 'Never' ? 'Failed' : 'Running';
}

/** The conditions of a pod on a node, each keeping the time of its last change. */
export function podConditions(
  phase: string,
  isInitialized: boolean,
  containers: readonly ContainerStatus[],
  before: readonly Condition[],
  now: string,
): Condition[] {
  const unready = containers.filter((container) => !container.ready).map((container) => container.name);
  const ended = phase === 'Succeeded';
  const ready: Pick<Condition, 'status' | 'reason' | 'message'> =
    unready.length === 0
      ? { status: 'True' }
      : ended
        ? { status: 'False', reason: 'PodCompleted' }
        : {
            status: 'False',
            reason: 'ContainersNotReady',
            message: `containers with unready status: [${unready.join(' ')}]`,
          };
  const wanted: Omit<Condition, 'lastTransitionTime'>[] = [
    { type: 'PodReadyToStartContainers', status: ended ? 'False' : 'True' },
    { type: 'Initialized', status: isInitialized ? 'True' : 'False' },
    { type: 'Ready', ...ready },
    { type: 'ContainersReady', ...ready },
    { type: 'PodScheduled', status: 'True' },
  ];
  return wanted.map((condition) => {
    const earlier = before.find(({ type }) => type === condition.type);
    const since = earlier?.status === condition.status ? earlier.lastTransitionTime : now;
    return { ...condition, lastProbeTime: null, lastTransitionTime: since ?? now };
  });
}
