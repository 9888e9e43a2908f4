import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useZone } from '../../lib/signed-in/use-zone.ts';
import { offsetAt } from '../../lib/zones/offset-at.ts';
import { type ConversationEntry, toEntries } from './entry.ts';
import { canAct } from './message-acts.tsx';
import { showOutgoing, type ThreadPlace, threadQuery, useFetchMore, useLiveThread } from './thread-query.ts';

/**
 * State of an open chat: at its end, which it follows, or at a given place.
 * @param about WhatsApp's id of the message to open at
 */
export function useChatThread(engineId: string, chat: string, about?: string) {
  const queries = useQueryClient();
  const zone = useZone();
  const [place, setPlace] = useState<ThreadPlace>(about === undefined ? null : { about });
  const [target, setTarget] = useState<{ waMessageId: string } | null>(
    about === undefined ? null : { waMessageId: about },
  );
  const [editing, setEditing] = useState<ConversationEntry | null>(null);
  const of = { engineId, chat, place };
  useLiveThread(engineId);
  const thread = useQuery(threadQuery(queries, of));
  const fetchMore = useFetchMore(of);
  const { data } = thread;
  const entries = useMemo(() => (data ? toEntries(data.data, data.outgoing ?? []) : []), [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is loaded; later changes must not navigate
  const ledTo = useMemo(() => {
    if (place === null || !('at' in place)) return target;
    const first = entries.find(({ message }) => message.at >= place.at) ?? entries.at(-1);
    return first ? { waMessageId: first.message.waMessageId } : null;
  }, [place, target, data === undefined]);
  const toLatest = () => {
    setTarget(null);
    setPlace(null);
  };
  return {
    of,
    thread,
    fetchMore,
    entries,
    target: ledTo,
    /** The message whose text is being edited. */
    editing,
    setEditing,
    /** Edits the account's last message, if that is still possible. */
    editLast() {
      const last = entries.findLast(({ message, outgoing }) => message.fromMe && outgoing === null);
      if (last && data && canAct(last, 'edit', data.abilities)) setEditing(last);
    },
    toLatest,
    /** @param waMessageId WhatsApp's id of the message */
    toMessage(waMessageId: string) {
      setTarget({ waMessageId });
      if (!entries.some(({ message }) => message.waMessageId === waMessageId)) setPlace({ about: waMessageId });
    },
    /** @param day `2026-11-28` */
    toDay: (day: string) => setPlace({ at: startOf(day, zone) }),
    /** Shows at the end what the server has just accepted. */
    async showSent(sent: Parameters<typeof showOutgoing>[2]) {
      toLatest();
      await showOutgoing(queries, { engineId, chat, place: null }, sent);
    },
  };
}
export type ChatThreadState = ReturnType<typeof useChatThread>;

/** When a day starts by a zone's clock. */
function startOf(day: string, zone: string): string {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return new Date(atMs - offsetAt(zone, atMs)).toISOString();
}
