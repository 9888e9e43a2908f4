import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

export type MessagesFilter = NonNullable<Parameters<typeof apiQuery.messages.list.queryOptions>[0]>['input'];

/** One page of the workspace's messages; the page before stays on the screen while the next one loads. */
export function messagesPage(filter: MessagesFilter & object) {
  return apiQuery.messages.list.queryOptions({ input: filter, placeholderData: keepPreviousData });
}

/** One message and why it is not sent yet. */
export function messageDetail(id: string) {
  return apiQuery.messages.get.queryOptions({ input: { id } });
}

/** A change of one message: the server's answer is shown at once, before the lists are read again. */
export const changesMessage = (queries: QueryClient) => ({
  onSuccess: (changed: Message) => patchMessages(queries, new Map([[changed._id, changed]])),
});

type MessageChange = Partial<Message> & { _id: string };

/**
 * Puts what is known to have changed into every list, calendar and detail on the screen. An older version never
 * overwrites a newer one. The detail's own facts, such as what may be done, follow when it is read again; its version
 * at once, so that whoever goes on quickly is not refused for their own change.
 */
export function patchMessages(queries: QueryClient, changes: ReadonlyMap<string, MessageChange>): void {
  queries.setQueriesData<{ data: Message[]; total: number }>(
    { queryKey: apiQuery.messages.list.key() },
    (page) => page && { ...page, data: page.data.map((row) => patched(row, changes.get(row._id))) },
  );
  queries.setQueriesData<Message>(
    { queryKey: apiQuery.messages.get.key() },
    (detail) => detail && patched(detail, changes.get(detail._id)),
  );
  queries.setQueriesData<{ cells: CalendarCell[] }>(
    { queryKey: apiQuery.messages.calendar.key() },
    (window) =>
      window && {
        ...window,
        cells: window.cells.map((cell) => ({
          ...cell,
          messages: cell.messages.map((row) => patched(row, changes.get(row._id))),
        })),
      },
  );
}

function patched(row: Message, change: MessageChange | undefined): Message {
  return change && (change.version ?? row.version) >= row.version ? { ...row, ...change } : row;
}
