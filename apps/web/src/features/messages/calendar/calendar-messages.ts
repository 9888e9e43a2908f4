import type { Message } from '@switchyard/contracts/message';
import { keepPreviousData } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';

/** A screen shows no more than this at once; a filter or a shorter view shows the others. */
export const MAX_IN_SIGHT = 3_000;
const PAGE_ROWS = 1_000;

export interface CalendarQuery {
  dueFrom: string;
  dueTo: string;
  status?: string;
  search?: string;
}

/** Messages due in a time, page by page up to {@link MAX_IN_SIGHT}. Live changes reach it like any other list. */
export function calendarMessages(query: CalendarQuery) {
  return {
    queryKey: [...apiQuery.messages.list.key(), 'calendar', query] as const,
    placeholderData: keepPreviousData<{ data: Message[]; total: number; totalIsExact: boolean }>,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const data: Message[] = [];
      for (;;) {
        const page = await api.messages.list(
          { ...query, sort: 'dueDate', limit: PAGE_ROWS, skip: data.length },
          { signal },
        );
        data.push(...page.data);
        if (page.data.length < PAGE_ROWS) return { data, total: data.length, totalIsExact: true };
        if (data.length >= MAX_IN_SIGHT) return { data, total: page.total, totalIsExact: page.totalIsExact };
      }
    },
  };
}
