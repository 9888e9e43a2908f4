import { appendChanges, type RememberedPod, type StatusChange } from './status-history.ts';
import type { StatusWindow } from './status-windows.ts';

/** The three keys of the history in browser storage (spec 001 section 9). */
export const HISTORY_KEYS = {
  changes: 'podStatusChanges',
  windows: 'podStatusTimeWindows',
  statusMap: 'podStatusMap',
} as const;

/** The part of the browser's `Storage` that is used; tests supply their own. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The displayed part of the history. */
export interface RecordedHistory {
  changes: StatusChange[];
  windows: StatusWindow[];
}

export interface StoredHistory extends RecordedHistory {
  remembered: Record<string, RememberedPod>;
}

/**
 * Reads the history without the remembered state of every pod, which is large in a large cluster; unreadable parts
 * count as empty.
 */
export function loadRecordedHistory(storage: KeyValueStorage): RecordedHistory {
  const changes = readJson(storage, HISTORY_KEYS.changes);
  const windows = readJson(storage, HISTORY_KEYS.windows);
  return {
    changes: Array.isArray(changes) ? changes.filter(isStatusChange) : [],
    windows: Array.isArray(windows) ? (windows as StatusWindow[]) : [],
  };
}

/** Reads the last known state of the pods; unreadable data count as empty. */
export function loadRememberedPods(storage: KeyValueStorage): Record<string, RememberedPod> {
  const remembered = readJson(storage, HISTORY_KEYS.statusMap);
  return isRecord(remembered) ? (remembered as Record<string, RememberedPod>) : {};
}

/**
 * Writes the history. When the browser's storage is full the older half of the changes is dropped, repeatedly if
 * needed.
 * @returns the history as it was stored
 */
export function writeHistory(storage: KeyValueStorage, history: StoredHistory): StoredHistory {
  let changes = appendChanges([], history.changes);
  for (;;) {
    try {
      storage.setItem(HISTORY_KEYS.statusMap, JSON.stringify(history.remembered));
      storage.setItem(HISTORY_KEYS.windows, JSON.stringify(history.windows));
      storage.setItem(HISTORY_KEYS.changes, JSON.stringify(changes));
      return { ...history, changes };
    } catch {
      if (changes.length === 0) return { ...history, changes };
      changes = changes.slice(Math.ceil(changes.length / 2));
      storage.removeItem(HISTORY_KEYS.changes);
    }
  }
}

/** Deletes the recorded changes; the pods' current state stays remembered. */
export function clearHistory(storage: KeyValueStorage): void {
  storage.removeItem(HISTORY_KEYS.changes);
  storage.removeItem(HISTORY_KEYS.windows);
}

function readJson(storage: KeyValueStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStatusChange(value: unknown): value is StatusChange {
  return isRecord(value) && typeof value.podName === 'string' && typeof value.timestamp === 'string';
}
