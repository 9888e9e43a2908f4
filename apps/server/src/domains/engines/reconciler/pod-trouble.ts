import type { EngineTrouble, EngineTroubleCause } from '@switchyard/contracts/engines/trouble';
import type { Pod, TerminatedState } from '@switchyard/kubernetes/objects';

/** Exit codes of an engine process (`apps/engine/src/main.ts`). */
const CAUSES_BY_EXIT_CODE: Partial<Record<number, EngineTroubleCause>> = {
  2: 'bad-settings',
  3: 'lane-taken',
  4: 'token-refused',
  5: 'overfull',
  // 128 plus the signal: SIGKILL, SIGTERM.
  137: 'killed',
  143: 'killed',
};

const CAUSES_BY_REASON: Partial<Record<string, EngineTroubleCause>> = {
  OOMKilled: 'out-of-memory',
  StartError: 'cannot-start',
  ContainerCannotRun: 'cannot-start',
  ContainerStatusUnknown: 'node-lost',
  ErrImagePull: 'image-missing',
  ImagePullBackOff: 'image-missing',
  InvalidImageName: 'image-missing',
  ErrImageNeverPull: 'image-missing',
  CreateContainerError: 'cannot-start',
  RunContainerError: 'cannot-start',
  Evicted: 'evicted',
  NodeLost: 'node-lost',
  NodeShutdown: 'node-lost',
  Terminated: 'node-lost',
};

/** What is, or last was, wrong with a single-container pod; null if it shows nothing. */
export function troubleOf({ status }: Pick<Pod, 'status'>): EngineTrouble | null {
  const [container] = status.containerStatuses ?? [];
  const { waiting, terminated } = container?.state ?? {};
  const whole = status.reason === undefined ? undefined : CAUSES_BY_REASON[status.reason];
  if (whole) return trouble(whole, status.message);
  const starting = waiting?.reason === undefined ? undefined : CAUSES_BY_REASON[waiting.reason];
  if (starting) return trouble(starting, waiting?.message);
  const ended = terminated ?? container?.lastState?.terminated;
  if (ended) return ended.exitCode === 0 ? null : endOf(ended);
  const scheduled = status.conditions?.find(({ type }) => type === 'PodScheduled');
  return scheduled?.reason === 'Unschedulable' ? trouble('no-room', scheduled.message) : null;
}

function endOf({ exitCode, reason, message, finishedAt }: TerminatedState): EngineTrouble {
  const cause = CAUSES_BY_REASON[reason ?? ''] ?? CAUSES_BY_EXIT_CODE[exitCode] ?? 'crashed';
  return { ...trouble(cause, message), exitCode, endedAt: finishedAt ? new Date(finishedAt).toISOString() : null };
}

/** A trouble without an exited process. */
export const trouble = (cause: EngineTroubleCause, detail?: string): EngineTrouble => ({
  cause,
  detail: detail || null,
  exitCode: null,
  endedAt: null,
});
