import type { MemoryMinute } from './memory-history.ts';

/** A node's memory trend without its regular fluctuation, in bytes and bytes per minute. */
export interface MemoryTrend {
  /** The current baseline: what remains after a garbage collection. */
  levelBytes: number;
  /** Usual height of the peaks above the baseline. */
  heightBytes: number;
  /** Time from one peak to the next; 0 if memory doesn't fluctuate. */
  periodMinutes: number;
  /** Growth of the baseline by each pair of points that are far enough apart; ascending, never empty. */
  slopes: readonly number[];
}

interface Point {
  minute: number;
  bytes: number;
}

/** Only the last turns count: a leak that began a while ago must not be outvoted by the calm before it. */
const LAST_TURNS = 4;
/** A drop below this share of the machine's memory is noise. */
const MIN_FALL_SHARE = 0.012;
/** A change of this many usual minute-to-minute steps is more than noise. */
const NOISE_STEPS = 5;
/** For pure noise, the ratio of a minute's distance from the line to a step: the root of 6 to the root of 2. */
const STEPS_OFF_LINE = 1.7;
/** A climb this much longer than the earlier ones is not garbage waiting to be collected. */
const BEYOND_USUAL = 1.3;
/** Quantile of completed climbs that new ones are compared with: high, but not a single burst. */
const USUAL_CLIMB = 0.8;
/** Quantile of the last peaks that counts: the second highest of four, which is not a single burst. */
const HIGH_PEAK = 0.65;
/** Shortest climb that is judged separately. */
const MIN_CLIMB_MINUTES = 8;

/**
 * Fits the baseline robustly (Theil–Sen: the median slope of all pairs, which a quarter of outliers doesn't move). If
 * memory drops repeatedly, as with garbage collections, the line goes through its troughs and peaks, not through its
 * climbs; a climb that goes far beyond the usual ones, or that hasn't ended yet, is judged separately. Returns null if
 * there is too little data.
 */
export function memoryTrend(
  history: readonly MemoryMinute[],
  capacityBytes: number,
  limitBytes: number,
): MemoryTrend | null {
  const middles = history.map((minute) => ({ ...minute, bytes: (minute.lowBytes + minute.highBytes) / 2 }));
  const minFall = Math.max(capacityBytes * MIN_FALL_SHARE, NOISE_STEPS * usualStep(middles));
  const turns = turningPoints(middles, minFall);
  const climbs = turns.peaks.map((peak, at) => peak.bytes - (turns.troughs[at]?.bytes ?? peak.bytes));
  const usualClimb = quantile(climbs.sort(ascending), USUAL_CLIMB);
  const since = turns.troughs.at(-1) ?? middles[0];
  const last = middles.at(-1);
  if (!since || !last) return null;
  if (turns.peaks.length >= 2 && last.bytes - since.bytes <= usualClimb * BEYOND_USUAL + minFall) {
    return throughTurns(turns, last.minute);
  }
  const before = middles.filter((middle) => middle.minute < since.minute).map((middle) => middle.bytes);
  const earlierPeak = Math.max(0, ...before);
  if (last.bytes < earlierPeak + minFall / 2 && earlierPeak < limitBytes) return throughAll(history);
  return throughAll(history.filter(({ minute }) => minute >= since.minute));
}

/** The line through the troughs; the growth of the peaks votes too. */
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
  const lows = climb.map(({ minute, lowBytes }) => ({ minute, bytes: lowBytes }));
  const slopes = slopesOf(lows, (last.minute - first.minute) / 3).sort(ascending);
  if (slopes.length === 0) return null;
  const slope = middleOf(slopes);
  const levelBytes = median(lows.map((low) => low.bytes + slope * (last.minute - low.minute)));
  const above = climb.map(({ minute, highBytes }) => highBytes - (levelBytes - slope * (last.minute - minute)));
  return { levelBytes, heightBytes: Math.max(0, quantile(above.sort(ascending), 0.8)), periodMinutes: 0, slopes };
}

interface Turns {
  /** The trough before each peak, and the latest one, from which memory climbs now: the lowest of its minute. */
  troughs: Point[];
  /** Peaks that were followed by a drop: the highest of their minute. */
  peaks: Point[];
}

/** Troughs and peaks between which memory moves by at least `minFall`; noise makes none. */
function turningPoints(points: readonly (Point & MemoryMinute)[], minFall: number): Turns {
  const turns: Turns = { troughs: [], peaks: [] };
  let lowest = points[0];
  let highest = points[0];
  let isFalling = false;
  for (const point of points) {
    if (!lowest || !highest) break;
    if (point.bytes < lowest.bytes) lowest = point;
    if (point.bytes > highest.bytes) highest = point;
    if (!isFalling && highest.bytes - point.bytes >= minFall) {
      // Data before the first drop may start in the middle of a climb: its beginning is not a trough.
      if (turns.troughs.length > 0) turns.peaks.push({ minute: highest.minute, bytes: highest.highBytes });
      isFalling = true;
      lowest = point;
    } else if (isFalling && point.bytes - lowest.bytes >= minFall) {
      turns.troughs.push({ minute: lowest.minute, bytes: lowest.lowBytes });
      isFalling = false;
      highest = point;
    }
  }
  if (isFalling && lowest) turns.troughs.push({ minute: lowest.minute, bytes: lowest.lowBytes });
  return turns;
}

/** The slope of every pair at least `minMinutes` apart: closer pairs show noise rather than growth. */
function slopesOf(points: readonly Point[], minMinutes: number): number[] {
  const slopes: number[] = [];
  for (const [at, point] of points.entries()) {
    for (const next of points.slice(at + 1)) {
      if (next.minute - point.minute < minMinutes) continue;
      slopes.push((next.bytes - point.bytes) / (next.minute - point.minute));
    }
  }
  return slopes;
}

/** Usual noise per minute: its distance from the line between its neighbours. A steady climb is no noise. */
function usualStep(points: readonly Point[]): number {
  const offLine = points.slice(2).map((point, at) => {
    const [before, between] = [points[at] ?? point, points[at + 1] ?? point];
    return Math.abs(point.bytes - 2 * between.bytes + before.bytes);
  });
  return median(offLine) / STEPS_OFF_LINE;
}

const ascending = (left: number, right: number) => left - right;
const median = (values: number[]) => middleOf(values.sort(ascending));
const middleOf = (sorted: readonly number[]) => quantile(sorted, 0.5);

/** Quantile of ascending values; 0 if there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
