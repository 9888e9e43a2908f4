import type { Board, BoardColumn } from '@switchyard/contracts/boards/operations';

const DAY_MS = 86_400_000;
/** Six weeks always, so that the page does not change its height from month to month. */
const WINDOW_DAYS = 42;

/** So many days after a day (`YYYY-MM-DD`). */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days after the first the second is. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** The days around a month, in whole weeks. @param weekStart the day that weeks begin with; 0 is Sunday */
export function windowDays(month: string, weekStart: number): string[] {
  const first = `${month.slice(0, 7)}-01`;
  const back = (new Date(`${first}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7;
  const from = addDays(first, -back);
  return Array.from({ length: WINDOW_DAYS }, (_, at) => addDays(from, at));
}

/** The first day of the month before or after. */
export function steppedMonth(month: string, step: 1 | -1): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + step);
  return date.toISOString().slice(0, 10);
}

/** Of an item in a window: its first day, counted from 0, and how many days; null: it is not in the window. */
export function spanIn(days: readonly string[], start: unknown, end: unknown): { at: number; length: number } | null {
  const [first, last] = [days[0], days.at(-1)];
  const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : null);
  const from = day(start) ?? day(end);
  if (from === null || first === undefined || last === undefined) return null;
  const given = day(end) ?? from;
  const isBackwards = given.localeCompare(from) < 0;
  const to = isBackwards ? from : given;
  if (to < first || from > last) return null;
  const at = Math.max(0, daysBetween(first, from));
  return { at, length: Math.min(days.length - 1, daysBetween(first, to)) - at + 1 };
}

/** The columns by which a board is looked at by days: when an item is due, or begins, and when it ends. */
export function dateColumns({ columns }: Pick<Board, 'columns'>): { start: BoardColumn; end: BoardColumn } | null {
  const [start, end = start] = columns.filter(({ type }) => type === 'date');
  return start && end ? { start, end } : null;
}
