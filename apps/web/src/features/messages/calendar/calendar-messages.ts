import type { CalendarCell, CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import { keepPreviousData } from '@tanstack/react-query';
import { type api, apiQuery } from '../../../lib/api/client.ts';
import type { CalendarWindow } from './calendar-range.ts';
import type { CalendarFilters } from './calendar-search.ts';

/** What is due in a window. */
export type CalendarAnswer = Awaited<ReturnType<typeof api.messages.calendar>>;

/**
 * What a view shows: one answer of the server for its window. What was shown before stays meanwhile, where it is parted
 * alike.
 */
export const calendarWindow = (input: CalendarWindow & { zone: string; cell: CalendarCellKind } & CalendarFilters) =>
  apiQuery.messages.calendar.queryOptions({
    input,
    placeholderData: (before: CalendarAnswer | undefined) => (before?.cell === input.cell ? before : undefined),
  });

/** All messages of a cell, the first `limit` of them. */
export const cellMessages = ({ dueFrom, dueTo }: CalendarCell, filters: CalendarFilters, limit: number) =>
  apiQuery.messages.list.queryOptions({
    input: { ...filters, dueFrom, dueTo, sort: 'dueDate', limit },
    placeholderData: keepPreviousData,
  });
