import type { DeletionReport } from '@switchyard/contracts/cluster/pod-deletions';
import { isRefused } from '../rules/refused.ts';
import type { KeyValueStorage } from '../rules/status-history-storage.ts';

/** Deletions not yet reported to the backend, of everyone who operates in this browser. */
const KEY = 'switchyard-deletion-reports';
const MAX_REPORTS = 1_000;

interface StoredReport {
  actorId: string;
  report: DeletionReport;
}

/** Stores a deletion made through the proxy until it can be reported to the backend. */
export function saveReport(storage: KeyValueStorage, actorId: string, report: DeletionReport): void {
  write(storage, [...read(storage), { actorId, report }].slice(-MAX_REPORTS));
}

/**
 * Reports this person's deletions to the backend; those it cannot accept now are retried next time. It accepts each
 * report once.
 */
export async function sendReports(
  storage: KeyValueStorage,
  actorId: string,
  send: (report: DeletionReport) => Promise<unknown>,
): Promise<void> {
  for (const { actorId: by, report } of read(storage)) {
    if (by !== actorId) continue;
    try {
      await send(report);
    } catch (failure) {
      // A refused report would always be refused.
      if (!isRefused(failure)) return;
    }
    const sent = JSON.stringify(report);
    write(
      storage,
      read(storage).filter((stored) => JSON.stringify(stored.report) !== sent),
    );
  }
}

function read(storage: KeyValueStorage): StoredReport[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as StoredReport[]) : [];
  } catch {
    return [];
  }
}

function write(storage: KeyValueStorage, reports: readonly StoredReport[]): void {
  try {
    if (reports.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(reports));
  } catch {
    // Full or blocked: the deletion itself is done, and in Kubernetes' own audit.
  }
}
