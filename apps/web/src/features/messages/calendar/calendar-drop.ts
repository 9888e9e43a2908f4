import { wallClockAt } from '../zones/wall-clock.ts';

const SNAP_MINUTES = 15;

/** Where a dragged message was dropped: a day and, in an hour grid, the minutes after midnight. */
export interface DropPlace {
  /** `YYYY-MM-DD`. */
  day: string;
  minutes: number | null;
}

/** The place under the pointer. `share` (0 to 1) is how far down an hour grid's day it is. */
export function placeAt(day: string, share: number): DropPlace {
  const minutes = Math.floor((share * 24 * 60) / SNAP_MINUTES) * SNAP_MINUTES;
  return { day, minutes: Math.min(Math.max(minutes, 0), 24 * 60 - SNAP_MINUTES) };
}

/**
 * Returns the wall-clock time of a dropped message, or null if it does not move. Within its own hour and in a month
 * view, a message keeps its time of day to the second, whatever daylight saving does between the two days; in another
 * hour it snaps to the quarter it was dropped on.
 */
export function droppedTime(dueDate: string, zone: string, { day, minutes }: DropPlace): string | null {
  const before = wallClockAt(Date.parse(dueDate), zone);
  const isOwnHour = minutes === null || Math.floor(minutes / 60) === Number(before.slice(11, 13));
  const to = isOwnHour ? day + before.slice(10) : `${day}T${formatMinutes(minutes)}`;
  return to === before ? null : to;
}

/** Formats minutes after midnight as `HH:mm`. */
export function formatMinutes(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
