import type { CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { CalendarView } from './calendar-search.ts';

/** The visible window: a number of days starting at `from` (`YYYY-MM-DD`). A month is padded to whole weeks. */
export interface CalendarWindow {
  from: string;
  days: number;
}

const DAY_MS = 86_400_000;

/** Days per step of a view; a month steps by calendar month. */
const STEP_DAYS = { day: 1, 'three-days': 3, week: 7, agenda: 14 } as const;

/** Weekday numbers start at Sunday, 0. */
export const MONDAY = 1;

/** @param weekStart first day of the week */
export function windowOf(view: CalendarView, date: string, weekStart: number = MONDAY): CalendarWindow {
  const weekOf = (day: string) => addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
  // Always six weeks, so that the grid's height is the same for every month.
  if (view === 'month') return { from: weekOf(`${date.slice(0, 7)}-01`), days: 42 };
  return { from: view === 'week' ? weekOf(date) : date, days: STEP_DAYS[view] };
}

/** How a view divides its window; a list is divided into days. */
export const cellOf = (view: CalendarView, isList: boolean): CalendarCellKind =>
  isList || view === 'month' ? 'day' : 'hour';

/** The date to show after stepping to the next (`step` 1) or previous (-1) window. */
export function stepDate(view: CalendarView, date: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(date, step * STEP_DAYS[view]);
  const month = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + step);
  return month.toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Sunday is 0. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
