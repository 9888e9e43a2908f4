import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { CalendarActions } from './calendar-actions.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarHours } from './calendar-hours.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { addDays, type CalendarWindow } from './calendar-range.ts';
import type { CalendarView } from './calendar-search.ts';

/** Renders a window's cells in its view; on a phone every view is a list. */
export function CalendarViewOf(props: {
  view: CalendarView;
  date: string;
  inSight: CalendarWindow;
  today: string;
  isList: boolean;
  zone: string;
  cells: readonly CalendarCell[];
  acts: CalendarActions;
}) {
  const { view, date, today, zone, cells, acts } = props;
  const { from, days: count } = props.inSight;
  const days = Array.from({ length: count }, (_, at) => addDays(from, at));
  if (props.isList) return <CalendarAgenda cells={cells} zone={zone} today={today} acts={acts} />;
  if (view === 'month') return <CalendarMonth days={days} date={date} zone={zone} cells={cells} acts={acts} />;
  return <CalendarHours days={days} zone={zone} cells={cells} acts={acts} />;
}
