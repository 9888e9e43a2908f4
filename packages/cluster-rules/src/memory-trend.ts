import type { MemoryMinute } from './memory-history.ts';

/** Where a node's memory goes, once what comes and goes by itself is taken away. Bytes, and bytes a minute. */
export interface MemoryTrend {
  /** The bottom line now: what is left after a garbage collection. */
  levelBytes: number;
  /** How far the memory usually stands above it at its highest. */
  heightBytes: number;
  /** From one time that it stands so high to the next; 0: it does not come and go. */
  periodMinutes: number;
  /** Growth of the bottom line, as each pair of its points that are far enough apart has it; ascending, never empty. */
  slopes: readonly number[];
}

interface Point {
  minute: number;
  bytes: number;
}

/** Of the turns, the last ones count: a leak that began a while ago must not be outvoted by the calm before it. */
const LAST_TURNS = 4;
/** Below this share of the machine a fall is noise. */
const MIN_FALL_SHARE = 0.012;
/** So many times the usual step from one minute to the next is more than noise. */
const NOISE_STEPS = 5;
/** Of pure noise, so many steps make up how far a minute is off the line: the root of 6 to the root of 2. */
const STEPS_OFF_LINE = 1.7;
/** A climb that has gone on for so much longer than those before it is no garbage waiting to be collected. */
const BEYOND_USUAL = 1.3;
/** Of the climbs that ended in a fall, the one that the next are held against: high, and yet no single burst. */
const USUAL_CLIMB = 0.8;
/** Of the last peaks, the one that counts: the second highest of four, which is no single burst. */
const HIGH_PEAK = 0.65;
/** The shortest climb that is judged by itself. */
const MIN_CLIMB_MINUTES = 8;

/**
 * Fits the bottom line robustly (Theil–Sen: the median of the slopes of all pairs, which a quarter of wild points does
 * not move). Where the memory falls again and again, as garbage collections make it, the line goes through its troughs
 * and its peaks, not through its climbs; a climb that goes far beyond the usual ones, or one that nothing has ended
 * yet, is judged by itself. Null: there is too little to judge by.
 */
export function memoryTrend(
  history: readonly MemoryMinute[],
  capacityBytes: number,
  limitBytes: number,
): MemoryTrend | null {
  const middles = history.map((one) => ({ ...one, bytes: (one.lowBytes + one.highBytes) / 2 }));
  const leastFall = Math.max(capacityBytes * MIN_FALL_SHARE, NOISE_STEPS * usualStep(middles));
  const turns = turningPoints(middles, leastFall);
  const climbs = turns.peaks.map((peak, at) => peak.bytes - (turns.troughs[at]?.bytes ?? peak.bytes));
  const usualClimb = quantile(climbs.sort(ascending), USUAL_CLIMB);
  const since = turns.troughs.at(-1) ?? middles[0];
  const last = middles.at(-1);
  if (!since || !last) return null;
  if (turns.peaks.length >= 2 && last.bytes - since.bytes <= usualClimb * BEYOND_USUAL + leastFall) {
    return throughTurns(turns, last.minute);
  }
  const before = middles.filter((middle) => middle.minute < since.minute).map((middle) => middle.bytes);
  const beenAt = Math.max(0, ...before);
  if (last.bytes < beenAt + leastFall / 2 && beenAt < limitBytes) return throughAll(history);
  return throughAll(history.filter((one) => one.minute >= since.minute));
}

/** The line through troughs, with the peaks' growth as further votes. */
function throughTurns(turns: Turns, minute: number): MemoryTrend | null {
  const troughs = turns.troughs.slice(-LAST_TURNS);
  const peaks = turns.peaks.slice(-LAST_TURNS);
  const slopes = [...slopesOf(troughs, 1), ...slopesOf(peaks, 1)].sort(ascending);
  if (slopes.length === 0) return null;
  const slope = middleOf(slopes);
  const asOfNow = (points: readonly Point[]) =>
    points.map((point) => point.bytes + slope * (minute - point.minute)).sort(ascending);
  const levelBytes = middleOf(asOfNow(troughs));
  const heightBytes = Math.max(0, quantile(asOfNow(peaks), HIGH_PEAK) - levelBytes);
  const periodMinutes = median(peaks.slice(1).map((peak, at) => peak.minute - (peaks[at]?.minute ?? peak.minute)));
  return { levelBytes, heightBytes, periodMinutes, slopes };
}

function throughAll(climb: readonly MemoryMinute[]): MemoryTrend | null {
  const first = climb[0];
  const last = climb.at(-1);
  if (!first || !last || last.minute - first.minute < MIN_CLIMB_MINUTES) return null;
  const lows = climb.map((one) => ({ minute: one.minute, bytes: one.lowBytes }));
  const slopes = slopesOf(lows, (last.minute - first.minute) / 3).sort(ascending);
  if (slopes.length === 0) return null;
  const slope = middleOf(slopes);
  const levelBytes = median(lows.map((low) => low.bytes + slope * (last.minute - low.minute)));
  const above = climb.map((one) => one.highBytes - (levelBytes - slope * (last.minute - one.minute)));
  return { levelBytes, heightBytes: Math.max(0, quantile(above.sort(ascending), 0.8)), periodMinutes: 0, slopes };
}

interface Turns {
  /** The trough before each of the peaks, and the last one, from which it climbs now: the lowest of its minute. */
  troughs: Point[];
  /** Each was followed by a fall: the highest of its minute. */
  peaks: Point[];
}

/** Troughs and peaks between which the memory moves by at least `leastFall`; noise makes none. */
function turningPoints(points: readonly (Point & MemoryMinute)[], leastFall: number): Turns {
  const turns: Turns = { troughs: [], peaks: [] };
  let lowest = points[0];
  let highest = points[0];
  let isFalling = false;
  for (const point of points) {
    if (!lowest || !highest) break;
    if (point.bytes < lowest.bytes) lowest = point;
    if (point.bytes > highest.bytes) highest = point;
    if (!isFalling && highest.bytes - point.bytes >= leastFall) {
      // What was seen before the first fall may be the end of a climb only: its beginning is no trough.
      if (turns.troughs.length > 0) turns.peaks.push({ minute: highest.minute, bytes: highest.highBytes });
      isFalling = true;
      lowest = point;
    } else if (isFalling && point.bytes - lowest.bytes >= leastFall) {
      turns.troughs.push({ minute: lowest.minute, bytes: lowest.lowBytes });
      isFalling = false;
      highest = point;
    }
  }
  if (isFalling && lowest) turns.troughs.push({ minute: lowest.minute, bytes: lowest.lowBytes });
  return turns;
}

/** The slope of every pair that is at least so far apart: nearer ones tell of noise more than of growth. */
function slopesOf(points: readonly Point[], leastMinutes: number): number[] {
  const slopes: number[] = [];
  for (const [at, one] of points.entries()) {
    for (let other = at + 1; other < points.length; other++) {
      const next = points[other] as Point;
      if (next.minute - one.minute < leastMinutes) continue;
      slopes.push((next.bytes - one.bytes) / (next.minute - one.minute));
    }
  }
  return slopes;
}

/**
 * From one minute to the next, by how far a minute is off the line between its neighbours: a steady climb is no noise.
 */
function usualStep(points: readonly Point[]): number {
  const offLine = points.slice(2).map((point, at) => {
    const [before, between] = [points[at] ?? point, points[at + 1] ?? point];
    return Math.abs(point.bytes - 2 * between.bytes + before.bytes);
  });
  return median(offLine) / STEPS_OFF_LINE;
}

const ascending = (one: number, other: number) => one - other;
const median = (values: number[]) => middleOf(values.sort(ascending));
const middleOf = (sorted: readonly number[]) => quantile(sorted, 0.5);

/** Of values in ascending order; 0 of none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
