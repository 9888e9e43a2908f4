import { offsetAt } from '../../../lib/zones/offset-at.ts';

/** How a wall-clock time maps to an instant. `skipped`: it does not exist that day; `repeated`: it exists twice. */
export type WallClockFit = 'exact' | 'skipped' | 'repeated';

export interface ResolvedWallClock {
  /** Milliseconds since 1970, UTC. */
  instantMs: number;
  fit: WallClockFit;
}

const DAY_MS = 86_400_000;

/**
 * Resolves a wall-clock time (`YYYY-MM-DDTHH:mm[:ss]`) in an IANA zone to its instant. A time skipped when clocks go
 * forward moves later by the length of the gap (02:30 becomes 03:30); of a repeated time the first is used. The server
 * uses the same rule ("compatible" of RFC 5545 and Temporal).
 */
export function resolveWallClock(wallClock: string, zone: string): ResolvedWallClock {
  const asUtc = Date.parse(`${wallClock.length === 16 ? `${wallClock}:00` : wallClock}Z`);
  if (Number.isNaN(asUtc)) throw new RangeError(`not a wall-clock time: ${wallClock}`);
  const day = Math.floor(asUtc / DAY_MS) * DAY_MS;
  const before = offsetAtDay(zone, day - DAY_MS);
  const after = offsetAtDay(zone, day + 2 * DAY_MS);
  if (before === after) return { instantMs: asUtc - before, fit: 'exact' };
  const fitting = [before, after].filter((offset) => offsetAt(zone, asUtc - offset) === offset);
  if (fitting.length === 2) return { instantMs: asUtc - Math.max(before, after), fit: 'repeated' };
  if (fitting.length === 1) return { instantMs: asUtc - (fitting[0] as number), fit: 'exact' };
  return { instantMs: asUtc - before, fit: 'skipped' };
}

/** The wall-clock time of an instant in a zone, `YYYY-MM-DDTHH:mm:ss`; fractions of a second are dropped. */
export function wallClockAt(instantMs: number, zone: string): string {
  return new Date(instantMs + offsetAt(zone, instantMs)).toISOString().slice(0, 19);
}

/** Tomorrow at `HH:mm` in a zone, as wall-clock time. */
export const tomorrowAt = (time: string, nowMs: number, zone: string): string => daysLater(1, time, nowMs, zone);

/** The next Monday after today at `HH:mm` in a zone, as wall-clock time. */
export function nextMonday(time: string, nowMs: number, zone: string): string {
  const weekday = new Date(`${wallClockAt(nowMs, zone).slice(0, 10)}T00:00Z`).getUTCDay();
  return daysLater(((7 - weekday) % 7) + 1, time, nowMs, zone);
}

function daysLater(days: number, time: string, nowMs: number, zone: string): string {
  const today = Date.parse(`${wallClockAt(nowMs, zone).slice(0, 10)}T00:00Z`);
  return `${new Date(today + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;
}

const dayOffsets = new Map<string, number>();
const MAX_CACHED_DAYS = 10_000;

/** Cached, because an import looks up the same few days a hundred thousand times. */
function offsetAtDay(zone: string, dayMs: number): number {
  const key = `${zone} ${dayMs}`;
  const known = dayOffsets.get(key);
  if (known !== undefined) return known;
  if (dayOffsets.size > MAX_CACHED_DAYS) dayOffsets.clear();
  const offset = offsetAt(zone, dayMs);
  dayOffsets.set(key, offset);
  return offset;
}
