import type { Board, BoardColumn } from '@switchyard/contracts/boards/operations';

const DAY_MS = 86_400_000;
/** Always six weeks, so that the page's height is the same for every month. */
const WINDOW_DAYS = 42;

/** Adds days to a date (`YYYY-MM-DD`). */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from the first date to the second. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/**
 * Whole weeks around a month.
 * @param weekStart first day of the week; Sunday is 0
 */
export function windowDays(month: string, weekStart: number): string[] {
  const first = `${month.slice(0, 7)}-01`;
  const back = (new Date(`${first}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7;
  const from = addDays(first, -back);
  return Array.from({ length: WINDOW_DAYS }, (_, index) => addDays(from, index));
}

/** The first day of the previous or next month. */
export function steppedMonth(month: string, step: 1 | -1): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + step);
  return date.toISOString().slice(0, 10);
}

/** An item's place in a range: its zero-based first day and number of days; null if it is outside. */
export function spanIn(days: readonly string[], start: unknown, end: unknown): { at: number; length: number } | null {
  const [first, last] = [days[0], days.at(-1)];
  const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : null);
  const from = day(start) ?? day(end);
  if (from === null || first === undefined || last === undefined) return null;
  const endDay = day(end) ?? from;
  const isBackwards = endDay.localeCompare(from) < 0;
  const to = isBackwards ? from : endDay;
  if (to < first || from > last) return null;
  const at = Math.max(0, daysBetween(first, from));
  return { at, length: Math.min(days.length - 1, daysBetween(first, to)) - at + 1 };
}

/** Columns that place items by date: when they are due or start, and when they end. */
export function dateColumns({ columns }: Pick<Board, 'columns'>): { start: BoardColumn; end: BoardColumn } | null {
  const [start, end = start] = columns.filter(({ type }) => type === 'date');
  return start && end ? { start, end } : null;
}
