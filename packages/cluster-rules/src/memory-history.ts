/** One minute of a node's memory: the lowest and highest measurement. */
export interface MemoryMinute {
  /** Whole minutes since 1970. */
  minute: number;
  lowBytes: number;
  highBytes: number;
}

/** Minutes recent per node: long enough to see several garbage collections. */
export const HISTORY_MINUTES = 60;
const MINUTE_MS = 60_000;

/** Adds a measurement and drops minutes that are too old. Measurements must come in chronological order. */
export function withMeasurement(history: readonly MemoryMinute[], atMs: number, bytes: number): MemoryMinute[] {
  const minute = Math.floor(atMs / MINUTE_MS);
  const last = history.at(-1);
  if (last && last.minute > minute) return [...history];
  const recent = history.filter((past) => past.minute > minute - HISTORY_MINUTES && past.minute < minute);
  const now =
    last?.minute === minute
      ? { minute, lowBytes: Math.min(last.lowBytes, bytes), highBytes: Math.max(last.highBytes, bytes) }
      : { minute, lowBytes: bytes, highBytes: bytes };
  recent.push(now);
  return recent;
}
