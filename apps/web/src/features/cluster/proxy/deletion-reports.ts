import type { DeletionReport } from '@switchyard/contracts/cluster/pod-deletions';
import { isRefused } from '../rules/refused.ts';
import type { KeyValueStorage } from '../rules/status-history-storage.ts';

/** Deletions not yet reported to the backend, of everyone who operates in this browser. */
const KEY = 'switchyard-deletion-reports';
const MAX_KEPT = 1_000;

interface KeptReport {
  actorId: string;
  report: DeletionReport;
}

/** Stores a deletion made through the proxy until it can be reported to the backend. */
export function keepReport(storage: KeyValueStorage, actorId: string, report: DeletionReport): void {
  write(storage, [...read(storage), { actorId, report }].slice(-MAX_KEPT));
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
    const told = JSON.stringify(report);
    write(
      storage,
      read(storage).filter((kept) => JSON.stringify(kept.report) !== told),
    );
  }
}

function read(storage: KeyValueStorage): KeptReport[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptReport[]) : [];
  } catch {
    return [];
  }
}

function write(storage: KeyValueStorage, kept: readonly KeptReport[]): void {
  try {
    if (kept.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or blocked: the deletion itself is done, and in Kubernetes' own audit.
  }
}
