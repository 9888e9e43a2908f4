import { useLocalStorage, useSessionStorage } from '@mantine/hooks';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { CalendarSearch, CalendarView } from './calendar-search.ts';

const AT_ONCE = { getInitialValueInEffect: false } as const;

/**
 * Where this person left the calendar of this workspace: the view for good, the date for this tab and day, since tomorrow
 * begins at tomorrow. What the address says comes first.
 */
export function useCalendarMemory(search: CalendarSearch, today: string) {
  const { _id, workspace } = useMe();
  const of = `${_id}.${workspace._id}`;
  const [view, setView] = useLocalStorage<CalendarView>({
    key: `switchyard.calendar-view.${of}`,
    defaultValue: 'week',
    ...AT_ONCE,
  });
  const [left, setLeft] = useSessionStorage<{ date: string; on: string } | null>({
    key: `switchyard.calendar-date.${of}`,
    defaultValue: null,
    ...AT_ONCE,
  });
  return {
    view: search.view ?? view,
    date: search.date ?? (left?.on === today ? left.date : today),
    /** @param change what a person has just chosen */
    remember: (change: { view?: CalendarView | undefined; date?: string | undefined }) => {
      if (change.view) setView(change.view);
      if ('date' in change) setLeft(change.date === undefined ? null : { date: change.date, on: today });
    },
  };
}
