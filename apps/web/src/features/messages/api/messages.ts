import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import type { Message } from '@switchyard/contracts/messages/message';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

export type MessagesFilter = NonNullable<Parameters<typeof apiQuery.messages.list.queryOptions>[0]>['input'];

/** One page of the workspace's messages. The previous page stays on the screen while the next one loads. */
export function messagesPage(filter: MessagesFilter & object) {
  return apiQuery.messages.list.queryOptions({ input: filter, placeholderData: keepPreviousData });
}

/** One message and why it has not been sent yet. */
export function messageDetail(id: string) {
  return apiQuery.messages.get.queryOptions({ input: { id } });
}

/** Mutation options for one message: the server's response is shown at once, before the lists are refetched. */
export const messageMutation = (queries: QueryClient) => ({
  onSuccess: (changed: Message) => patchMessages(queries, new Map([[changed._id, changed]])),
});

type MessageChange = Partial<Message> & { _id: string };

/**
 * Applies known changes to every cached list, calendar window and detail. An older version never overwrites a newer
 * one. Fields that only the detail has, such as abilities, follow with its refetch; its version changes at once, so
 * that a quick second action is not refused because of the first.
 */
export function patchMessages(queries: QueryClient, changes: ReadonlyMap<string, MessageChange>): void {
  queries.setQueriesData<{ data: Message[]; total: number }>(
    { queryKey: apiQuery.messages.list.key() },
    (page) => page && { ...page, data: page.data.map((row) => applyChange(row, changes.get(row._id))) },
  );
  queries.setQueriesData<Message>(
    { queryKey: apiQuery.messages.get.key() },
    (detail) => detail && applyChange(detail, changes.get(detail._id)),
  );
  queries.setQueriesData<{ cells: CalendarCell[] }>(
    { queryKey: apiQuery.messages.calendar.key() },
    (window) =>
      window && {
        ...window,
        cells: window.cells.map((cell) => ({
          ...cell,
          messages: cell.messages.map((row) => applyChange(row, changes.get(row._id))),
        })),
      },
  );
}

function applyChange(row: Message, change: MessageChange | undefined): Message {
  return change && (change.version ?? row.version) >= row.version ? { ...row, ...change } : row;
}
