import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../../test/memory-storage.ts';
import {
  appendChanges,
  DEFAULT_HISTORY_WINDOW_MINUTES,
  HISTORY_WINDOWS_MINUTES,
  MAX_STATUS_CHANGES,
  type ObservedPod,
  observePods,
  type StatusChange,
} from './status-history.ts';
import {
  clearHistory,
  HISTORY_KEYS,
  loadRecordedHistory,
  loadRememberedPods,
  writeHistory,
} from './status-history-storage.ts';
import {
  changesPerMinute,
  isChangeRateWarning,
  recentChanges,
  summarizeWindows,
  topProblemSessions,
  topProblemStatuses,
} from './status-windows.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const pod = (name: string, status: string, sessions: string[] = []): ObservedPod => ({
  name,
  status,
  nodeName: 'gw-1',
  reason: '',
  detailedReason: '',
  sessions,
});
const change = (atMs: number, newStatus = 'Error', sessions: string[] = []): StatusChange => ({
  podName: 'p',
  previousStatus: 'Running',
  newStatus,
  reason: '',
  detailedReason: '',
  timestamp: new Date(atMs).toISOString(),
  nodeName: 'gw-1',
  sessions,
});
const remember = (...pods: ObservedPod[]) => observePods({}, pods, NOON).remembered;

describe('spec 001 section 4: what the history records', () => {
  it('remembers a pod seen for the first time without recording it', () => {
    const seen = observePods({}, [pod('a', 'Error')], NOON);
    expect(seen.changes).toEqual([]);
    expect(Object.keys(seen.remembered)).toEqual(['a']);
  });

  it.each([
    ['Running', 'Error'],
    ['Running', 'OOMKilled'],
    ['Pending', 'ContainerStatusUnknown'],
    ['Running', 'Completed'],
    ['OOMKilled', 'Running'],
    ['Completed', 'Terminating'],
  ])('records %s to %s', (before, after) => {
    const { changes } = observePods(remember(pod('a', before)), [pod('a', after, ['s-1'])], NOON);
    expect(changes).toEqual([
      {
        podName: 'a',
        previousStatus: before,
        newStatus: after,
        reason: '',
        detailedReason: '',
        timestamp: '2026-11-20T12:00:00.000Z',
        nodeName: 'gw-1',
        sessions: ['s-1'],
      },
    ]);
  });

  it.each([
    ['Running', 'Terminating'],
    ['Pending', 'Running'],
    ['Running', 'CrashLoopBackOff'],
    ['Error', 'Error'],
  ])('does not record %s to %s', (before, after) => {
    expect(observePods(remember(pod('a', before)), [pod('a', after)], NOON).changes).toEqual([]);
  });

  it("records a pod that disappeared in one of those statuses as Removed, 'Pod no longer exists'", () => {
    const { changes, remembered } = observePods(
      remember(pod('a', 'OOMKilled', ['s-1']), pod('b', 'Running')),
      [],
      NOON,
    );
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      podName: 'a',
      previousStatus: 'OOMKilled',
      newStatus: 'Removed',
      reason: 'Pod no longer exists',
      nodeName: 'gw-1',
      sessions: ['s-1'],
    });
    expect(remembered).toEqual({});
  });

  it('handles a pod named like a property of every object', () => {
    expect(observePods({}, [pod('constructor', 'Error')], NOON).changes).toEqual([]);
  });
});

describe('spec 001 section 9: 10,000 entries under three keys', () => {
  it('drops the oldest beyond 10,000', () => {
    const history = Array.from({ length: MAX_STATUS_CHANGES }, (_, at) => change(NOON + at));
    const stored = appendChanges(history, [change(NOON - 1, 'Completed')]);
    expect(MAX_STATUS_CHANGES).toBe(10_000);
    expect(stored).toHaveLength(10_000);
    expect(stored[0]).toBe(history[1]);
    expect(stored.at(-1)?.newStatus).toBe('Completed');
  });

  it('keeps changes, time-window summaries and the pod status map under three keys', () => {
    const storage = memoryStorage();
    const history = {
      changes: [change(NOON)],
      windows: summarizeWindows([change(NOON)], 5),
      remembered: remember(pod('a', 'Error')),
    };
    writeHistory(storage, history);
    expect(storage.keys()).toEqual([HISTORY_KEYS.statusMap, HISTORY_KEYS.windows, HISTORY_KEYS.changes]);
    expect({ ...loadRecordedHistory(storage), remembered: loadRememberedPods(storage) }).toEqual(history);
    clearHistory(storage);
    expect({ ...loadRecordedHistory(storage), remembered: loadRememberedPods(storage) }).toEqual({
      changes: [],
      windows: [],
      remembered: history.remembered,
    });
  });

  it('drops the older half when the storage is full, and reads damaged storage as empty', () => {
    const storage = memoryStorage({ capacity: 3_000 });
    const changes = Array.from({ length: 40 }, (_, at) => change(NOON + at));
    const stored = writeHistory(storage, { changes, windows: [], remembered: {} });
    expect(stored.changes.length).toBeGreaterThan(0);
    expect(stored.changes.at(-1)).toEqual(changes.at(-1));
    expect(loadRecordedHistory(storage).changes).toEqual(stored.changes);
    storage.setItem(HISTORY_KEYS.changes, '{"not":"a list"');
    expect(loadRecordedHistory(storage).changes).toEqual([]);
  });
});

describe('spec 001 section 4: windows, badge and top lists', () => {
  it('offers 1, 5, 10, 15 and 30 minutes, 5 by default', () => {
    expect(HISTORY_WINDOWS_MINUTES).toEqual([1, 5, 10, 15, 30]);
    expect(DEFAULT_HISTORY_WINDOW_MINUTES).toBe(5);
  });

  it('counts the changes per minute of the chosen window; warning only above 10', () => {
    const history = Array.from({ length: 50 }, () => change(NOON - 60_000));
    expect(changesPerMinute(history, 5, NOON)).toBe(10);
    expect(isChangeRateWarning(10)).toBe(false);
    expect(isChangeRateWarning(changesPerMinute([...history, change(NOON)], 5, NOON))).toBe(true);
    expect(changesPerMinute(history, 1, NOON)).toBe(0);
    expect(recentChanges(history, 5, NOON)).toHaveLength(50);
  });

  it('summarizes windows with their top three statuses, newest first', () => {
    const history = [
      change(NOON, 'Error'),
      change(NOON + 1, 'Error'),
      change(NOON + 2, 'OOMKilled'),
      change(NOON + 3, 'Completed'),
      change(NOON + 4, 'Removed'),
      change(NOON + 5 * 60_000, 'Error'),
    ];
    expect(summarizeWindows(history, 5)).toEqual([
      {
        startTime: '2026-11-20T12:05:00.000Z',
        endTime: '2026-11-20T12:10:00.000Z',
        statusChanges: { Error: 1 },
        totalChanges: 1,
        topStatuses: [{ status: 'Error', count: 1 }],
      },
      {
        startTime: '2026-11-20T12:00:00.000Z',
        endTime: '2026-11-20T12:05:00.000Z',
        statusChanges: { Error: 2, OOMKilled: 1, Completed: 1, Removed: 1 },
        totalChanges: 5,
        topStatuses: [
          { status: 'Error', count: 2 },
          { status: 'Completed', count: 1 },
          { status: 'OOMKilled', count: 1 },
        ],
      },
    ]);
  });

  it('lists the top 3 problem statuses and the top 5 problem sessions', () => {
    const history = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e', 'f'].map((name, at) =>
      change(NOON, ['Error', 'OOMKilled', 'Completed', 'Removed'][at % 4], [name]),
    );
    expect(topProblemStatuses(history)).toEqual([
      { status: 'Error', count: 3 },
      { status: 'Completed', count: 2 },
      { status: 'OOMKilled', count: 2 },
    ]);
    expect(topProblemSessions(history)).toEqual([
      { session: 'a', count: 3 },
      { session: 'b', count: 2 },
      { session: 'c', count: 1 },
      { session: 'd', count: 1 },
      { session: 'e', count: 1 },
    ]);
  });
});
