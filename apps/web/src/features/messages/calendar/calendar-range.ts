import { resolveWallClock } from '../zones/wall-clock.ts';
import type { CalendarView } from './calendar-search.ts';

/** What is in sight: days `from` to `to` (`YYYY-MM-DD`, `to` excluded); a month shows whole weeks. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** Days by their number: 0 is Sunday. */
export const MONDAY = 1;

/** @param weekStart the day that weeks begin with */
export function rangeOf(view: CalendarView, date: string, weekStart: number = MONDAY): DayRange {
  if (view === 'day') return { from: date, to: addDays(date, 1) };
  const weekOf = (day: string) => addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
  if (view === 'week') return { from: weekOf(date), to: addDays(weekOf(date), 7) };
  const first = `${date.slice(0, 7)}-01`;
  // Six weeks always, so that the grid does not change its height from month to month.
  return { from: weekOf(first), to: addDays(weekOf(first), 42) };
}

/** The date that the next (`step` 1) or previous (-1) view shows. */
export function stepped(view: CalendarView, date: string, step: 1 | -1): string {
  if (view === 'day') return addDays(date, step);
  if (view === 'week') return addDays(date, 7 * step);
  const month = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + step);
  return month.toISOString().slice(0, 10);
}

/** The instants between which messages are in sight, in a zone. */
export function instantsOf({ from, to }: DayRange, zone: string): { dueFrom: string; dueTo: string } {
  const instant = (day: string) => new Date(resolveWallClock(`${day}T00:00`, zone).instantMs).toISOString();
  return { dueFrom: instant(from), dueTo: instant(to) };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
