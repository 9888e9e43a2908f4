import type { DeletionReport } from '@switchyard/contracts/cluster/pod-deletions';
import { isRefused } from '../rules/refused.ts';
import type { KeyValueStorage } from '../rules/status-history-storage.ts';

/** Deletions that the backend has not been told of yet, of everybody who operates in this browser. */
const KEY = 'switchyard-deletion-reports';
const MAX_KEPT = 1_000;

interface KeptReport {
  actorId: string;
  report: DeletionReport;
}

/** Keeps what somebody deleted by the proxy until the backend can be told. */
export function keepReport(storage: KeyValueStorage, actorId: string, report: DeletionReport): void {
  write(storage, [...read(storage), { actorId, report }].slice(-MAX_KEPT));
}

/**
 * Tells the backend of what this person deleted; what it can't take now is told the next time. It takes each report
 * once.
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
      // What is refused would be refused for ever.
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
    // Full or blocked: the deletion itself is done, and Kubernetes' own audit has it.
  }
}
