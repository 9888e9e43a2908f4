import type { PodRow } from '@switchyard/contracts/cluster/rows';

/** How urgently a pod needs an operator, most urgent first. */
const BY_STATUS: Record<string, number> = {
  OOMKilled: 0,
  Error: 0,
  Failed: 0,
  ContainerStatusUnknown: 0,
  Evicted: 0,
  OutOfmemory: 0,
  OutOfcpu: 0,
  Unknown: 1,
  NodeLost: 1,
  CrashLoopBackOff: 1,
  ImagePullBackOff: 1,
  ErrImagePull: 1,
  CreateContainerError: 1,
  CreateContainerConfigError: 1,
  RunContainerError: 1,
  Terminating: 2,
  Pending: 3,
  ContainerCreating: 3,
  PodInitializing: 3,
  Completed: 6,
  Succeeded: 6,
};
const WAITS = 3;
const NOT_READY = 4;
const WORKS = 5;
/** An unknown status is not a good sign. */
const UNMAPPED = 1;

/** Whether it has a problem that will not resolve by itself. */
export const isTroubled = (pod: Pick<PodRow, 'status' | 'ready'>): boolean => podSeverity(pod) <= UNMAPPED;

/** From 0 for failed to 5 for working and 6 for completed. */
export function podSeverity({ status, ready }: Pick<PodRow, 'status' | 'ready'>): number {
  if (status === 'Running') {
    const [up, all] = ready.split('/');
    return up === all ? WORKS : NOT_READY;
  }
  // `Init:0/1` is waiting; `Init:Error` is in trouble.
  if (/^Init:\d/.test(status)) return WAITS;
  return Object.hasOwn(BY_STATUS, status) ? (BY_STATUS[status] ?? UNMAPPED) : UNMAPPED;
}
