import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { resolveWallClock, type WallClockFit, wallClockAt } from '../zones/wall-clock.ts';

/** What will happen with the selected date and time. */
export interface DuePreview {
  instantMs: number;
  /** The wall-clock time at which the message will be sent, `YYYY-MM-DDTHH:mm:ss`. */
  used: string;
  fit: WallClockFit;
  isPast: boolean;
}

/**
 * @param date `YYYY-MM-DD`
 * @param time `HH:mm` or `HH:mm:ss`
 * @returns undefined while either is missing
 */
export function previewDue(date: string, time: string, zone: string, nowMs: number): DuePreview | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return undefined;
  const { instantMs, fit } = resolveWallClock(`${date}T${time}`, zone);
  return { instantMs, fit, used: wallClockAt(instantMs, zone), isPast: instantMs < nowMs - PAST_TOLERANCE_MS };
}

/** The first full quarter of an hour that is at least five minutes away; the default for a new message. */
export function nextQuarter(nowMs: number, zone: string): { date: string; time: string } {
  const quarterMs = 15 * 60_000;
  const at = wallClockAt(Math.ceil((nowMs + 5 * 60_000) / quarterMs) * quarterMs, zone);
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
}
