import { wallClockAt } from '../zones/wall-clock.ts';

const SNAP_MINUTES = 15;

/** Where something was let go: a day, and in a grid of hours so many minutes after midnight. */
export interface DropPlace {
  /** `YYYY-MM-DD`. */
  day: string;
  minutes: number | null;
}

/** The place under a pointer, `share` (0 to 1) down a day of a grid of hours. */
export function placeAt(day: string, share: number): DropPlace {
  const minutes = Math.floor((share * 24 * 60) / SNAP_MINUTES) * SNAP_MINUTES;
  return { day, minutes: Math.min(Math.max(minutes, 0), 24 * 60 - SNAP_MINUTES) };
}

/**
 * The wall-clock time that a message gets where it was let go; null: it stays. In its own hour, and in a month, it
 * keeps its time of day to the second, whatever the clocks do between the two days; in another hour it gets the quarter
 * that it was let go at.
 */
export function droppedAt(dueDate: string, zone: string, { day, minutes }: DropPlace): string | null {
  const before = wallClockAt(Date.parse(dueDate), zone);
  const isOwnHour = minutes === null || Math.floor(minutes / 60) === Number(before.slice(11, 13));
  const to = isOwnHour ? day + before.slice(10) : `${day}T${timeOf(minutes)}`;
  return to === before ? null : to;
}

/** `HH:mm` of minutes after midnight. */
export function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
