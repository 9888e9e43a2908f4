import type { GatewayPod } from '@switchyard/contracts/gateway-status';
import { useCallback, useEffect, useRef, useState } from 'react';
import { nextTask } from '../feed/next-task.ts';
import { userNameOf } from '../rules/engine-sessions.ts';
import {
  appendChanges,
  DEFAULT_HISTORY_WINDOW_MINUTES,
  type HistoryWindowMinutes,
  observePods,
} from '../rules/status-history.ts';
import {
  clearHistory,
  HISTORY_KEYS,
  type RecordedHistory,
  readRecorded,
  readRemembered,
  writeHistory,
} from '../rules/status-history-storage.ts';
import { summarizeWindows } from '../rules/status-windows.ts';

export interface StatusHistory extends RecordedHistory {
  windowMinutes: HistoryWindowMinutes;
  setWindowMinutes: (minutes: HistoryWindowMinutes) => void;
  observe: (pods: readonly GatewayPod[]) => void;
  clear: () => void;
}

/** The pod status history, kept in this browser only. One tab records; the others follow through the storage. */
export function useStatusHistory(mayRecord: { readonly current: boolean }): StatusHistory {
  const [windowMinutes, setWindowMinutes] = useState<HistoryWindowMinutes>(DEFAULT_HISTORY_WINDOW_MINUTES);
  const [history, setHistory] = useState<RecordedHistory>(() => readRecorded(window.localStorage));

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === HISTORY_KEYS.changes || event.key === null) setHistory(readRecorded(window.localStorage));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const record = useCallback(
    async (pods: readonly GatewayPod[]) => {
      if (!mayRecord.current) return;
      // Of a large cluster each step takes a while: the page answers in between.
      await nextTask();
      const remembered = readRemembered(window.localStorage);
      await nextTask();
      const observed = observePods(
        remembered,
        pods.map((pod) => ({
          name: pod.name,
          status: pod.statusString,
          nodeName: pod.nodeName,
          reason: pod.reason,
          detailedReason: pod.detailedReason,
          sessions: pod.sessions.map((one) => userNameOf(one.user) || one._id),
        })),
        Date.now(),
      );
      await nextTask();
      // Read only now: it may have been cleared meanwhile.
      const before = readRecorded(window.localStorage);
      const changes = appendChanges(before.changes, observed.changes);
      const windows = observed.changes.length > 0 ? summarizeWindows(changes, windowMinutes) : before.windows;
      setHistory(writeHistory(window.localStorage, { changes, windows, remembered: observed.remembered }));
    },
    [mayRecord, windowMinutes],
  );
  // One after another: each compares with what the one before has remembered.
  const last = useRef(Promise.resolve());
  const observe = useCallback(
    (pods: readonly GatewayPod[]) => {
      const next = () => record(pods);
      last.current = last.current.then(next, next);
    },
    [record],
  );
  const clear = useCallback(() => {
    clearHistory(window.localStorage);
    setHistory(readRecorded(window.localStorage));
  }, []);
  return { ...history, windowMinutes, setWindowMinutes, observe, clear };
}
