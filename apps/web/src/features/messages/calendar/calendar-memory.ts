import { useLocalStorage, useSessionStorage } from '@mantine/hooks';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import {
  CALENDAR_FILTERS,
  type CalendarFilters,
  type CalendarSearch,
  type CalendarView,
  filtersOf,
} from './calendar-search.ts';

const AT_ONCE = { getInitialValueInEffect: false } as const;

/**
 * Remembers where this person left the calendar of this workspace: the view permanently, the filters per tab, the date
 * per tab and day (a new day starts at today). The page's address takes precedence.
 * @param fitting default view for the window's width
 */
export function useCalendarMemory(search: CalendarSearch, today: string, fitting: CalendarView) {
  const { _id, workspace } = useMe();
  const of = `${_id}.${workspace._id}`;
  const [view, setView] = useLocalStorage<CalendarView | null>({
    key: `switchyard.calendar-view.${of}`,
    defaultValue: null,
    ...AT_ONCE,
  });
  const [left, setLeft] = useSessionStorage<{ date: string; on: string } | null>({
    key: `switchyard.calendar-date.${of}`,
    defaultValue: null,
    ...AT_ONCE,
  });
  const [kept, setKept] = useSessionStorage<CalendarFilters>({
    key: `switchyard.calendar-filters.${of}`,
    defaultValue: {},
    ...AT_ONCE,
  });
  const asked = filtersOf(search);
  const filters = Object.keys(asked).length > 0 ? asked : kept;
  return {
    view: search.view ?? view ?? fitting,
    date: search.date ?? (left?.on === today ? left.date : today),
    filters,
    /** @param change what the person has just selected */
    remember: (change: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => {
      if (change.view) setView(change.view);
      if ('date' in change) setLeft(change.date === undefined ? null : { date: change.date, on: today });
      if (CALENDAR_FILTERS.some((name) => name in change))
        setKept(filtersOf({ ...filters, ...change } as CalendarFilters));
    },
  };
}
