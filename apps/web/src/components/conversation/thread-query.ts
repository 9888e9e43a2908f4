import type { Thread, ThreadMessage } from '@switchyard/contracts/chats/operations';
import type { Message } from '@switchyard/contracts/messages/message';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, apiQuery } from '../../lib/api/client.ts';
import { uniqueById } from '../../lib/api/unique-by-id.ts';
import { isChatsEventOf, useRefetchOnEvents } from '../../lib/live/use-refetch-on-events.ts';
import { failureText } from '../failure-text.ts';
import { toastError } from '../toasts.ts';
import { toastUndo } from '../undo-toast.tsx';
import './texts.ts';

/** Where a thread is opened; null opens it at its end. */
export type ThreadPlace = { about: string } | { at: string } | null;

interface ThreadOf {
  engineId: string;
  chat: string;
  place: ThreadPlace;
}

const keyOf = ({ engineId, chat, place }: ThreadOf) => [...apiQuery.chats.thread.key(), engineId, chat, place] as const;

/** The loaded part of a chat, one stretch without gaps. A refetch adds what is new at its end. */
export const threadQuery = (queries: QueryClient, of: ThreadOf) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: async ({ signal }): Promise<Thread> => {
      const { engineId: id, chat, place } = of;
      const before = queries.getQueryData<Thread>(keyOf(of));
      const isAtEnd = before ? before.newer === null : place === null;
      const fresh = await api.chats.thread({ id, chat, ...(isAtEnd ? {} : place) }, { signal });
      const known = queries.getQueryData<Thread>(keyOf(of));
      if (!known) return fresh;
      return isAtEnd ? mergeThreadEnd(known, fresh) : withUpdates(known, fresh);
    },
  });

/** Merges a refetched end into a thread; if more arrived than one page holds, only the new end remains. */
export function mergeThreadEnd(known: Thread, fresh: Thread): Thread {
  const first = fresh.data[0];
  const ids = new Set(known.data.map(({ _id }) => _id));
  if (first && fresh.older !== null && !fresh.data.some(({ _id }) => ids.has(_id))) return fresh;
  const place = known.data.findIndex(({ _id }) => _id === first?._id);
  const isEarlier = (message: ThreadMessage, at: number) =>
    place >= 0 ? at < place : first !== undefined && isBefore(message, first);
  const earlier = known.data.filter(isEarlier);
  return { ...fresh, data: [...earlier, ...fresh.data], older: earlier.length > 0 ? known.older : fresh.older };
}

const isBefore = (a: ThreadMessage, b: ThreadMessage): boolean => a.at < b.at || (a.at === b.at && a._id < b._id);

/** The known messages with their latest contents. */
function withUpdates(known: Thread, fresh: Thread): Thread {
  const news = new Map(fresh.data.map((message) => [message._id, message]));
  return { ...known, data: known.data.map((message) => news.get(message._id) ?? message) };
}

/** Fetches the next page beyond an edge of a thread. */
export function useFetchMore(of: ThreadOf) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ direction, from }: { direction: 'older' | 'newer'; from: string }) =>
      api.chats.thread({
        id: of.engineId,
        chat: of.chat,
        ...(direction === 'older' ? { before: from } : { after: from }),
      }),
    onSuccess: (read, { direction, from }) =>
      queries.setQueryData<Thread>(keyOf(of), (known) => {
        // The thread was replaced in the meantime.
        if (!known || known[direction] !== from) return known;
        return direction === 'older'
          ? { ...known, data: uniqueById([...read.data, ...known.data]), older: read.older }
          : { ...known, data: uniqueById([...known.data, ...read.data]), newer: read.newer, outgoing: read.outgoing };
      }),
  });
}

/** Shows a message that the server has just accepted, before the thread is refetched. */
export async function showOutgoing(queries: QueryClient, of: ThreadOf, message: Message): Promise<void> {
  // A fetch in flight does not include it.
  await queries.cancelQueries({ queryKey: keyOf(of) });
  queries.setQueryData<Thread>(keyOf(of), (known) =>
    known?.outgoing ? { ...known, outgoing: uniqueById([...known.outgoing, message]) } : known,
  );
  void queries.invalidateQueries({ queryKey: apiQuery.chats.thread.key() });
}

/** Many messages can arrive per second; the open thread is refetched at most this often. */
const REFETCH_INTERVAL_MS = 500;

/** Keeps the threads on screen current. */
export function useLiveThread(engineId: string): void {
  const queries = useQueryClient();
  useRefetchOnEvents(isChatsEventOf(engineId), REFETCH_INTERVAL_MS, () => {
    void queries.invalidateQueries({ queryKey: apiQuery.chats.thread.key() });
  });
}

/** Requests the file of a message from its engine; the thread then shows it. */
export function useFetchInThread(of: ThreadOf) {
  const queries = useQueryClient();
  const { mutateAsync } = useMutation(apiQuery.chats.fetchFile.mutationOptions({ meta: { rereads: [] } }));
  return async (messageId: string) => {
    const media = await mutateAsync({ id: of.engineId, messageId });
    queries.setQueryData<Thread>(
      keyOf(of),
      (known) =>
        known && {
          ...known,
          data: known.data.map((message) => (message._id === messageId ? { ...message, media } : message)),
        },
    );
  };
}

/** Actions on an unsent message; a cancelled one can be requeued for a while. */
export function useOutgoing() {
  const { t } = useTranslation('conversation');
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: apiQuery.chats.thread.key() });
  const onError = (failure: Error) => toastError(failureText(failure));
  const cancel = useMutation(
    apiQuery.messages.cancel.mutationOptions({
      onSettled,
      onError,
      onSuccess: ({ _id: id, version }) => {
        const restore = async () => {
          await api.messages.restore({ id, version });
          await onSettled();
          return t('thread.restored');
        };
        toastUndo(t('thread.cancelled'), restore, failureText);
      },
    }),
  );
  const resend = useMutation(apiQuery.messages.resend.mutationOptions({ onSettled, onError }));
  return { cancel, resend };
}
