import { podReason } from '@switchyard/cluster-rules/gateway-pods';
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
  loadRecordedHistory,
  loadRememberedPods,
  type RecordedHistory,
  writeHistory,
} from '../rules/status-history-storage.ts';
import { summarizeWindows } from '../rules/status-windows.ts';
import type { GatewayPodView } from './gateway-pods.ts';

export interface StatusHistory extends RecordedHistory {
  windowMinutes: HistoryWindowMinutes;
  setWindowMinutes: (minutes: HistoryWindowMinutes) => void;
  observe: (pods: readonly GatewayPodView[]) => void;
  clear: () => void;
}

/** The pod status history, stored in this browser only. One tab records; the others follow through the storage. */
export function useStatusHistory(canRecord: { readonly current: boolean }): StatusHistory {
  const [windowMinutes, setWindowMinutes] = useState<HistoryWindowMinutes>(DEFAULT_HISTORY_WINDOW_MINUTES);
  const [history, setHistory] = useState<RecordedHistory>(() => loadRecordedHistory(window.localStorage));

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === HISTORY_KEYS.changes || event.key === null)
        setHistory(loadRecordedHistory(window.localStorage));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const record = useCallback(
    async (pods: readonly GatewayPodView[]) => {
      if (!canRecord.current) return;
      // In a large cluster each step takes a while: the page responds in between.
      await nextTask();
      const remembered = loadRememberedPods(window.localStorage);
      await nextTask();
      const observed = observePods(
        remembered,
        pods.map(({ pod, sessions }) => {
          const { reason, detail } = podReason(pod);
          return {
            name: pod.name,
            status: pod.status,
            nodeName: pod.nodeName,
            reason,
            detailedReason: detail,
            sessions: (sessions.isKnown ? sessions.value : []).map(
              (session) => userNameOf(session.user) || session._id,
            ),
          };
        }),
        Date.now(),
      );
      await nextTask();
      // Read only now: it may have been cleared in the meantime.
      const before = loadRecordedHistory(window.localStorage);
      const changes = appendChanges(before.changes, observed.changes);
      const windows = observed.changes.length > 0 ? summarizeWindows(changes, windowMinutes) : before.windows;
      setHistory(writeHistory(window.localStorage, { changes, windows, remembered: observed.remembered }));
    },
    [canRecord, windowMinutes],
  );
  // One after another: each compares with what the previous one remembered.
  const last = useRef(Promise.resolve());
  const observe = useCallback(
    (pods: readonly GatewayPodView[]) => {
      const next = () => record(pods);
      last.current = last.current.then(next, next);
    },
    [record],
  );
  const clear = useCallback(() => {
    clearHistory(window.localStorage);
    setHistory(loadRecordedHistory(window.localStorage));
  }, []);
  return { ...history, windowMinutes, setWindowMinutes, observe, clear };
}
