import { PRESENCE_MS } from '@switchyard/contracts/inbox/events';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { InboxSearch } from '../inbox-search.ts';

const { inbox, chats } = apiQuery;
const PAGE_SIZE = 50;
/** Enough for the members of a workspace that share an inbox. */
const MAX_MEMBERS = 200;
const MAX_QUICK_REPLIES = 200;
const TIMELINE_SIZE = 100;

export const conversationPages = ({ view = 'all', status = 'open', search }: InboxSearch) =>
  inbox.list.infiniteOptions({
    input: (after: string | undefined) => ({
      view,
      status,
      limit: PAGE_SIZE,
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
export const inboxCounts = () => inbox.counts.queryOptions({ placeholderData: keepPreviousData });
export const oneConversation = (id: string) => inbox.get.queryOptions({ input: { id } });
export const timelineOf = (id: string) => inbox.timeline.queryOptions({ input: { id, limit: TIMELINE_SIZE } });
export const quickReplies = () => inbox.quickReplies.queryOptions({ input: { limit: MAX_QUICK_REPLIES } });
export const members = () => apiQuery.workspaces.members.queryOptions({ input: { limit: MAX_MEMBERS } });
/** The latest stretch of a chat first, then those before it. */
export const threadPages = ({ engineId, chat }: Pick<Conversation, 'engineId' | 'chat'>) =>
  chats.thread.infiniteOptions({
    input: (before: string | undefined) => ({ id: engineId, chat, ...(before ? { before } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
  });

/** Reads conversations again after a change. */
export function useReadInboxAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: inbox.key() });
}

/** Follows what customers, colleagues and bots do. */
export function useLiveInbox(): void {
  const queries = useQueryClient();
  const readAgain = useReadInboxAgain();
  useLiveEvents(({ type }) => {
    if (type === 'conversations.changed') void readAgain();
    if (type === 'chats.stale' || type === 'messages.changed' || type === 'messages.stale') {
      void queries.invalidateQueries({ queryKey: chats.thread.key() });
    }
  });
}

/** Every change of a conversation. */
export function useInboxChanges() {
  const onSuccess = useReadInboxAgain();
  return {
    assign: useMutation(inbox.assign.mutationOptions({ onSuccess })),
    snooze: useMutation(inbox.snooze.mutationOptions({ onSuccess })),
    wake: useMutation(inbox.wake.mutationOptions({ onSuccess })),
    resolve: useMutation(inbox.resolve.mutationOptions({ onSuccess })),
    reopen: useMutation(inbox.reopen.mutationOptions({ onSuccess })),
    label: useMutation(inbox.label.mutationOptions({ onSuccess })),
    addNote: useMutation(inbox.addNote.mutationOptions({ onSuccess })),
    giveBack: useMutation(apiQuery.bots.resumeSession.mutationOptions({ onSuccess })),
    addQuickReply: useMutation(inbox.addQuickReply.mutationOptions({ onSuccess })),
    removeQuickReply: useMutation(inbox.removeQuickReply.mutationOptions({ onSuccess })),
  };
}

interface Colleague {
  name: string;
  isTyping: boolean;
  untilMs: number;
}

const REPEAT_MS = 20_000;

/** Tells colleagues that this conversation is on the screen, and who of them has it on theirs. */
export function usePresence(conversationId: string, isTyping: boolean): { viewing: string[]; typing: string[] } {
  const { _id: me, supportMode } = useMe();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, Colleague>>(new Map());

  useEffect(() => {
    if (supportMode) return;
    // Best effort: a presence that is lost is told again soon.
    const tell = (doing: 'viewing' | 'typing' | 'left') =>
      void api.inbox.present({ id: conversationId, doing }).catch(() => undefined);
    tell(isTyping ? 'typing' : 'viewing');
    const timer = setInterval(() => tell(isTyping ? 'typing' : 'viewing'), REPEAT_MS);
    return () => {
      clearInterval(timer);
      tell('left');
    };
  }, [conversationId, isTyping, supportMode]);

  useLiveEvents((event) => {
    if (event.type !== 'conversations.presence' || event.userId === me) return;
    setColleagues((known) => {
      const next = new Map(known);
      if (event.doing === 'left' || event.conversationId !== conversationId) next.delete(event.userId);
      else {
        const untilMs = Date.now() + PRESENCE_MS;
        next.set(event.userId, { name: event.name, isTyping: event.doing === 'typing', untilMs });
      }
      return next;
    });
  });

  useEffect(() => {
    if (colleagues.size === 0) return;
    const firstMs = Math.min(...[...colleagues.values()].map(({ untilMs }) => untilMs));
    const timer = setTimeout(
      () => setColleagues((known) => new Map([...known].filter(([, { untilMs }]) => untilMs > Date.now()))),
      Math.max(firstMs - Date.now(), 0) + 1,
    );
    return () => clearTimeout(timer);
  }, [colleagues]);

  const here = [...colleagues.values()];
  return {
    viewing: here.filter((one) => !one.isTyping).map(({ name }) => name),
    typing: here.filter((one) => one.isTyping).map(({ name }) => name),
  };
}
