import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { resolveWallClock, type WallClockFit, wallClockAt } from '../zones/wall-clock.ts';

/** What will happen with a date and time that the user chose. */
export interface DuePreview {
  instantMs: number;
  /** The wall-clock time in the zone that it really goes out at, `YYYY-MM-DDTHH:mm:ss`. */
  used: string;
  fit: WallClockFit;
  isPast: boolean;
}

/** @param date `YYYY-MM-DD`; @param time `HH:mm` or `HH:mm:ss`. Undefined while either is missing. */
export function previewDue(date: string, time: string, zone: string, nowMs: number): DuePreview | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return undefined;
  const { instantMs, fit } = resolveWallClock(`${date}T${time}`, zone);
  return { instantMs, fit, used: wallClockAt(instantMs, zone), isPast: instantMs < nowMs - PAST_TOLERANCE_MS };
}

/** The next full quarter of an hour at least five minutes away: what a new message starts with. */
export function nextQuarter(nowMs: number, zone: string): { date: string; time: string } {
  const quarterMs = 15 * 60_000;
  const at = wallClockAt(Math.ceil((nowMs + 5 * 60_000) / quarterMs) * quarterMs, zone);
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
}
