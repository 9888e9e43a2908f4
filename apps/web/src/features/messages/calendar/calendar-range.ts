import type { CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { CalendarView } from './calendar-search.ts';

/** What is in sight: so many days from `from` (`YYYY-MM-DD`) on. A month shows whole weeks. */
export interface CalendarWindow {
  from: string;
  days: number;
}

const DAY_MS = 86_400_000;

/** Days that a view goes on by; those of a month differ. */
const STEP_DAYS = { day: 1, 'three-days': 3, week: 7, agenda: 14 } as const;

/** Days by their number: 0 is Sunday. */
export const MONDAY = 1;

/** @param weekStart the day that weeks begin with */
export function windowOf(view: CalendarView, date: string, weekStart: number = MONDAY): CalendarWindow {
  const weekOf = (day: string) => addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
  // Six weeks always, so that the grid does not change its height from month to month.
  if (view === 'month') return { from: weekOf(`${date.slice(0, 7)}-01`), days: 42 };
  return { from: view === 'week' ? weekOf(date) : date, days: STEP_DAYS[view] };
}

/** By what a view parts its window; a list by days. */
export const cellOf = (view: CalendarView, isList: boolean): CalendarCellKind =>
  isList || view === 'month' ? 'day' : 'hour';

/** The date that the next (`step` 1) or previous (-1) view shows. */
export function stepped(view: CalendarView, date: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(date, step * STEP_DAYS[view]);
  const month = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + step);
  return month.toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
