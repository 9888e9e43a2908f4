import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { CalendarActions } from './calendar-actions.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarHours } from './calendar-hours.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { addDays, type CalendarWindow } from './calendar-range.ts';
import type { CalendarView } from './calendar-search.ts';

/** Renders a window's cells in its view; on a phone every view is a list. */
export function CalendarBody(props: {
  view: CalendarView;
  date: string;
  range: CalendarWindow;
  today: string;
  isList: boolean;
  zone: string;
  cells: readonly CalendarCell[];
  actions: CalendarActions;
}) {
  const { view, date, today, zone, cells, actions } = props;
  const { from, days: count } = props.range;
  const days = Array.from({ length: count }, (_, index) => addDays(from, index));
  if (props.isList) return <CalendarAgenda cells={cells} zone={zone} today={today} actions={actions} />;
  if (view === 'month') return <CalendarMonth days={days} date={date} zone={zone} cells={cells} actions={actions} />;
  return <CalendarHours days={days} zone={zone} cells={cells} actions={actions} />;
}
