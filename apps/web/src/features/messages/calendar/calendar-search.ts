import { MESSAGE_STATUSES } from '@switchyard/contracts/messages/status';

export const CALENDAR_VIEWS = ['day', 'three-days', 'week', 'month', 'agenda'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

export const CALENDAR_FILTERS = ['search', 'status', 'engineId', 'contactMobile', 'campaignId', 'labelId'] as const;
export type CalendarFilters = Partial<Record<(typeof CALENDAR_FILTERS)[number], string>>;

/** Search parameters of /calendar; defaults are omitted. */
export interface CalendarSearch extends CalendarFilters {
  view?: CalendarView;
  /** `YYYY-MM-DD`; omitted for today. */
  date?: string;
  open?: string;
}

/** Parses an address and drops invalid values. */
export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = CALENDAR_VIEWS.find((view) => view === search.view);
  const date = typeof search.date === 'string' && isDay(search.date) ? search.date : undefined;
  const texts = Object.fromEntries(
    ([...CALENDAR_FILTERS, 'open'] as const).flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';
      return text !== '' && isPossible(name, text) ? [[name, text]] : [];
    }),
  );
  return { ...(view ? { view } : {}), ...(date ? { date } : {}), ...texts };
}

/** The server would refuse the whole request for one invalid value, and the page has no input to correct it. */
function isPossible(name: keyof CalendarSearch, text: string): boolean {
  if (name === 'status') return MESSAGE_STATUSES.some((status) => status === text);
  return !name.endsWith('Id') || name === 'campaignId' || UUID.test(text);
}

/** The filters of an address, without view and date. */
export const filtersOf = (search: CalendarFilters): CalendarFilters =>
  Object.fromEntries(CALENDAR_FILTERS.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isDay(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}
