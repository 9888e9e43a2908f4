/** Maximum changes in browser storage (spec 001 section 9). */
export const MAX_STATUS_CHANGES = 10_000;
/** Selectable windows, in minutes (spec 001 sections 4 and 9). */
export const HISTORY_WINDOWS_MINUTES = [1, 5, 10, 15, 30] as const;
export type HistoryWindowMinutes = (typeof HISTORY_WINDOWS_MINUTES)[number];
export const DEFAULT_HISTORY_WINDOW_MINUTES: HistoryWindowMinutes = 5;
/** Above this rate the changes-per-minute badge turns warning (spec 001 section 4). */
export const CHANGES_PER_MINUTE_WARNING = 10;

/** A change is recorded when it starts or ends in one of these (spec 001 section 4). */
export const RECORDED_STATUSES: ReadonlySet<string> = new Set([
  'Error',
  'OOMKilled',
  'ContainerStatusUnknown',
  'Completed',
]);
export const REMOVED = 'Removed';
export const REMOVED_REASON = 'Pod no longer exists';

/** One record of the pod status history (spec 001 section 3), kept only in the browser. */
export interface StatusChange {
  podName: string;
  previousStatus: string;
  newStatus: string;
  reason: string;
  detailedReason: string;
  /** ISO 8601. */
  timestamp: string;
  nodeName: string;
  /** Names of the pod's sessions. */
  sessions: string[];
}

export interface ObservedPod {
  name: string;
  status: string;
  nodeName: string;
  reason: string;
  detailedReason: string;
  sessions: string[];
}

/** What is remembered of a pod between two observations: enough to record its disappearance in full. */
export interface RememberedPod {
  status: string;
  nodeName: string;
  sessions: string[];
}

export interface Observation {
  changes: StatusChange[];
  remembered: Record<string, RememberedPod>;
}

/**
 * Compares a complete list of pods with the remembered ones (spec 001 section 4). A pod seen for the first time is
 * remembered, not recorded. One that disappeared in a recorded status becomes Removed; in any other status it is
 * forgotten.
 */
export function observePods(
  remembered: Readonly<Record<string, RememberedPod>>,
  pods: Iterable<ObservedPod>,
  nowMs: number,
): Observation {
  const timestamp = new Date(nowMs).toISOString();
  const changes: StatusChange[] = [];
  const next: Record<string, RememberedPod> = {};
  for (const pod of pods) {
    const before = Object.hasOwn(remembered, pod.name) ? remembered[pod.name] : undefined;
    if (before && before.status !== pod.status && isRecorded(before.status, pod.status)) {
      changes.push({
        podName: pod.name,
        previousStatus: before.status,
        newStatus: pod.status,
        reason: pod.reason,
        detailedReason: pod.detailedReason,
        timestamp,
        nodeName: pod.nodeName,
        sessions: pod.sessions,
      });
    }
    next[pod.name] = { status: pod.status, nodeName: pod.nodeName, sessions: pod.sessions };
  }
  for (const [podName, before] of Object.entries(remembered)) {
    if (Object.hasOwn(next, podName) || !RECORDED_STATUSES.has(before.status)) continue;
    changes.push({
      podName,
      previousStatus: before.status,
      newStatus: REMOVED,
      reason: REMOVED_REASON,
      detailedReason: '',
      timestamp,
      nodeName: before.nodeName,
      sessions: before.sessions,
    });
  }
  return { changes, remembered: next };
}

function isRecorded(previous: string, current: string): boolean {
  return RECORDED_STATUSES.has(previous) || RECORDED_STATUSES.has(current);
}

/** Adds changes to the history, oldest first, and drops the oldest beyond 10,000 (spec 001 section 9). */
export function appendChanges(history: readonly StatusChange[], changes: readonly StatusChange[]): StatusChange[] {
  const all = [...history, ...changes];
  return all.length > MAX_STATUS_CHANGES ? all.slice(all.length - MAX_STATUS_CHANGES) : all;
}
