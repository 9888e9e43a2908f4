import { CHANGES_PER_MINUTE_WARNING, type HistoryWindowMinutes, REMOVED, type StatusChange } from './status-history.ts';

/** Changes within a time window (spec 001 section 3). Times are ISO 8601; the end is exclusive. */
export interface StatusWindow {
  startTime: string;
  endTime: string;
  statusChanges: Record<string, number>;
  totalChanges: number;
  topStatuses: { status: string; count: number }[];
}

const MINUTE_MS = 60_000;

/** Number of windows summarised and kept: a day, for the longest window. */
export const KEPT_WINDOWS = 48;

/** The changes within the last window, oldest first. */
export function recentChanges(
  history: readonly StatusChange[],
  windowMinutes: HistoryWindowMinutes,
  nowMs: number,
): StatusChange[] {
  const from = nowMs - windowMinutes * MINUTE_MS;
  return history.filter((change) => {
    const at = Date.parse(change.timestamp);
    return at > from && at <= nowMs;
  });
}

/** Changes per minute in the last window. */
export function changesPerMinute(
  history: readonly StatusChange[],
  windowMinutes: HistoryWindowMinutes,
  nowMs: number,
): number {
  return recentChanges(history, windowMinutes, nowMs).length / windowMinutes;
}

/** The badge turns warning above 10 changes per minute (spec 001 section 4). */
export function isChangeRateWarning(perMinute: number): boolean {
  return perMinute > CHANGES_PER_MINUTE_WARNING;
}

/** Summaries of consecutive windows on round clock times, newest first; windows without changes are omitted. */
export function summarizeWindows(
  history: readonly StatusChange[],
  windowMinutes: HistoryWindowMinutes,
): StatusWindow[] {
  const lengthMs = windowMinutes * MINUTE_MS;
  const byWindow = new Map<number, Map<string, number>>();
  for (const change of history) {
    const window = Math.floor(Date.parse(change.timestamp) / lengthMs);
    const counts = byWindow.get(window) ?? new Map<string, number>();
    counts.set(change.newStatus, (counts.get(change.newStatus) ?? 0) + 1);
    byWindow.set(window, counts);
  }
  return [...byWindow.entries()]
    .sort(([a], [b]) => b - a)
    .slice(0, KEPT_WINDOWS)
    .map(([window, counts]) => ({
      startTime: new Date(window * lengthMs).toISOString(),
      endTime: new Date((window + 1) * lengthMs).toISOString(),
      statusChanges: Object.fromEntries(counts),
      totalChanges: [...counts.values()].reduce((sum, count) => sum + count, 0),
      topStatuses: topOf(counts, 3).map(([status, count]) => ({ status, count })),
    }));
}

/** Statuses of a healthy pod: terminating, or starting (again). */
const NO_PROBLEM: ReadonlySet<string> = new Set([REMOVED, 'Terminating', 'Running', 'Pending', 'ContainerCreating']);

/** The three most frequent problems (spec 001 section 4: top 3 problem statuses). */
export function topProblemStatuses(changes: readonly StatusChange[]): { status: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { newStatus } of changes) {
    if (!NO_PROBLEM.has(newStatus)) counts.set(newStatus, (counts.get(newStatus) ?? 0) + 1);
  }
  return topOf(counts, 3).map(([status, count]) => ({ status, count }));
}

/** The five sessions whose pods changed most (spec 001 section 4: top 5 problem sessions). */
export function topProblemSessions(changes: readonly StatusChange[]): { session: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const change of changes) {
    for (const session of change.sessions) counts.set(session, (counts.get(session) ?? 0) + 1);
  }
  return topOf(counts, 5).map(([session, count]) => ({ session, count }));
}

/** The largest counts; equal ones by name, so that the list does not flicker. */
function topOf(counts: ReadonlyMap<string, number>, max: number): [string, number][] {
  return [...counts.entries()]
    .sort(([name, count], [otherName, otherCount]) => otherCount - count || name.localeCompare(otherName))
    .slice(0, max);
}
