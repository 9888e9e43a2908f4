export const CALENDAR_VIEWS = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** What the address of /calendar holds; what is default is left out. */
export interface CalendarSearch {
  view?: CalendarView;
  /** `YYYY-MM-DD`; today when left out. */
  date?: string;
  status?: string;
  search?: string;
  open?: string;
}

/** Reads an address; whatever makes no sense is left out. */
export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = CALENDAR_VIEWS.find((one) => one === search.view);
  const date = typeof search.date === 'string' && isDay(search.date) ? search.date : undefined;
  const texts = Object.fromEntries(
    (['status', 'search', 'open'] as const).flatMap((name) => {
      const value = search[name];
      return (typeof value === 'string' || typeof value === 'number') && value !== ''
        ? [[name, String(value).slice(0, 200)]]
        : [];
    }),
  );
  return { ...(view ? { view } : {}), ...(date ? { date } : {}), ...texts };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
