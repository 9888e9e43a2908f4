import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import { keepPreviousData } from '@tanstack/react-query';
import { type api, apiQuery } from '../../../lib/api/client.ts';
import type { CalendarWindow } from './calendar-range.ts';
import type { CalendarFilters } from './calendar-search.ts';

/** Response for one calendar window. */
export type CalendarAnswer = Awaited<ReturnType<typeof api.messages.calendar>>;

/** Query for a calendar window. The previous window stays on the screen meanwhile if its cells are of the same kind. */
export const calendarWindow = (input: CalendarWindow & { zone: string; cell: CalendarCellKind } & CalendarFilters) =>
  apiQuery.messages.calendar.queryOptions({
    input,
    placeholderData: (before: CalendarAnswer | undefined) => (before?.cell === input.cell ? before : undefined),
  });

/** The first `limit` messages of a cell. */
export const cellMessages = ({ dueFrom, dueTo }: CalendarCell, filters: CalendarFilters, limit: number) =>
  apiQuery.messages.list.queryOptions({
    input: { ...filters, dueFrom, dueTo, sort: 'dueDate', limit },
    placeholderData: keepPreviousData,
  });
