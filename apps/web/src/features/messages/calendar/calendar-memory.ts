import { useLocalStorage, useSessionStorage } from '@mantine/hooks';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import {
  CALENDAR_FILTERS,
  type CalendarFilters,
  type CalendarSearch,
  type CalendarView,
  filtersOf,
} from './calendar-search.ts';

const READ_SYNCHRONOUSLY = { getInitialValueInEffect: false } as const;

/**
 * Remembers where this person left the calendar of this workspace: the view permanently, the filters per tab, the date
 * per tab and day (a new day starts at today). The page's address takes precedence.
 * @param defaultView default view for the window's width
 */
export function useCalendarMemory(search: CalendarSearch, today: string, defaultView: CalendarView) {
  const { _id, workspace } = useMe();
  const owner = `${_id}.${workspace._id}`;
  const [view, setView] = useLocalStorage<CalendarView | null>({
    key: `switchyard.calendar-view.${owner}`,
    defaultValue: null,
    ...READ_SYNCHRONOUSLY,
  });
  const [savedDate, setSavedDate] = useSessionStorage<{ date: string; on: string } | null>({
    key: `switchyard.calendar-date.${owner}`,
    defaultValue: null,
    ...READ_SYNCHRONOUSLY,
  });
  const [savedFilters, setSavedFilters] = useSessionStorage<CalendarFilters>({
    key: `switchyard.calendar-filters.${owner}`,
    defaultValue: {},
    ...READ_SYNCHRONOUSLY,
  });
  const requested = filtersOf(search);
  const filters = Object.keys(requested).length > 0 ? requested : savedFilters;
  return {
    view: search.view ?? view ?? defaultView,
    date: search.date ?? (savedDate?.on === today ? savedDate.date : today),
    filters,
    /** @param change what the person has just selected */
    remember: (change: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => {
      if (change.view) setView(change.view);
      if ('date' in change) setSavedDate(change.date === undefined ? null : { date: change.date, on: today });
      if (CALENDAR_FILTERS.some((name) => name in change))
        setSavedFilters(filtersOf({ ...filters, ...change } as CalendarFilters));
    },
  };
}
