/** A minute of a node's memory: the lowest and the highest that was measured in it. */
export interface MemoryMinute {
  /** Whole minutes since 1970. */
  minute: number;
  lowBytes: number;
  highBytes: number;
}

/** So much is kept of each node: long enough to see a garbage collection come round several times. */
export const HISTORY_MINUTES = 60;
const MINUTE_MS = 60_000;

/** Takes a measurement in; minutes that are too old fall out. Measurements come in the order of their times. */
export function withMeasurement(history: readonly MemoryMinute[], atMs: number, bytes: number): MemoryMinute[] {
  const minute = Math.floor(atMs / MINUTE_MS);
  const last = history.at(-1);
  if (last && last.minute > minute) return [...history];
  const kept = history.filter((one) => one.minute > minute - HISTORY_MINUTES && one.minute < minute);
  const now =
    last?.minute === minute
      ? { minute, lowBytes: Math.min(last.lowBytes, bytes), highBytes: Math.max(last.highBytes, bytes) }
      : { minute, lowBytes: bytes, highBytes: bytes };
  kept.push(now);
  return kept;
}
