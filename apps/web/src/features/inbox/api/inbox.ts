import { PRESENCE_MS } from '@switchyard/contracts/inbox/events';
import { MAX_MACROS } from '@switchyard/contracts/inbox/macros';
import type { ReportRange, ReportRowsQuery } from '@switchyard/contracts/inbox/reports';
import { MAX_SAVED_VIEWS } from '@switchyard/contracts/inbox/views';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { InboxSearch } from '../inbox-search.ts';

const { inbox } = apiQuery;
const PAGE_SIZE = 50;
/** Maximum members loaded; enough for workspaces that share an inbox. */
const MAX_MEMBERS = 200;
const MAX_QUICK_REPLIES = 200;
const TIMELINE_SIZE = 100;
/** Interval between refetches; each one recounts everything on the server. */
const REPORT_REFETCH_INTERVAL_MS = 30_000;
const APART = { isApart: true } as const;

export const conversationPages = ({ view = 'all', status = 'open', teamId, priority, order, search }: InboxSearch) =>
  inbox.list.infiniteOptions({
    input: (after: string | undefined) => ({
      view,
      status,
      limit: PAGE_SIZE,
      ...(teamId ? { teamId } : {}),
      ...(priority ? { priority } : {}),
      ...(order ? { order } : {}),
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
export const inboxCounts = () => inbox.counts.queryOptions({ placeholderData: keepPreviousData });
export const oneConversation = (id: string) => inbox.get.queryOptions({ input: { id } });
export const relatedTo = (id: string) => inbox.related.queryOptions({ input: { id } });
export const timelineOf = (id: string) => inbox.timeline.queryOptions({ input: { id, limit: TIMELINE_SIZE } });
export const quickReplies = () => inbox.quickReplies.queryOptions({ input: { limit: MAX_QUICK_REPLIES } });
export const macros = () => inbox.macros.queryOptions({ input: { limit: MAX_MACROS } });
export const teams = () => inbox.teams.queryOptions({ input: { limit: MAX_MEMBERS } });
export const savedViews = () => inbox.savedViews.queryOptions({ input: { limit: MAX_SAVED_VIEWS } });
export const inboxPeople = () => inbox.people.queryOptions({ input: { limit: MAX_MEMBERS } });
export const inboxSettings = () => inbox.settings.queryOptions();
export const whyUnassigned = (id: string) => inbox.whyUnassigned.queryOptions({ input: { id } });
export const inboxReport = (input: ReportRange) =>
  inbox.report.queryOptions({
    input,
    placeholderData: keepPreviousData,
    refetchInterval: REPORT_REFETCH_INTERVAL_MS,
    meta: APART,
  });
export const inboxReportRows = (input: ReportRowsQuery) =>
  inbox.reportRows.queryOptions({ input, placeholderData: keepPreviousData, meta: APART });
export const members = () => apiQuery.workspaces.members.queryOptions({ input: { limit: MAX_MEMBERS } });

/** Returns a function that refetches conversations after a change. */
export function useRefetchInbox(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: inbox.key() });
}

/** Mutations of a conversation. */
export function useInboxChanges() {
  return {
    merge: useMutation(inbox.merge.mutationOptions()),
    separate: useMutation(inbox.separate.mutationOptions()),
    assign: useMutation(inbox.assign.mutationOptions()),
    snooze: useMutation(inbox.snooze.mutationOptions()),
    wake: useMutation(inbox.wake.mutationOptions()),
    resolve: useMutation(inbox.resolve.mutationOptions()),
    reopen: useMutation(inbox.reopen.mutationOptions()),
    label: useMutation(inbox.label.mutationOptions()),
    assignTeam: useMutation(inbox.assignTeam.mutationOptions()),
    prioritize: useMutation(inbox.prioritize.mutationOptions()),
    bulk: useMutation(inbox.bulk.mutationOptions()),
    addView: useMutation(inbox.addView.mutationOptions()),
    removeView: useMutation(inbox.removeView.mutationOptions()),
    addTeam: useMutation(inbox.addTeam.mutationOptions()),
    changeTeam: useMutation(inbox.changeTeam.mutationOptions()),
    removeTeam: useMutation(inbox.removeTeam.mutationOptions()),
    changePerson: useMutation(inbox.changePerson.mutationOptions()),
    changeSettings: useMutation(inbox.changeSettings.mutationOptions()),
    addNote: useMutation(inbox.addNote.mutationOptions()),
    giveBack: useMutation(apiQuery.bots.resumeSession.mutationOptions({ meta: { rereads: [inbox.key()] } })),
    addQuickReply: useMutation(inbox.addQuickReply.mutationOptions()),
    addMacro: useMutation(inbox.addMacro.mutationOptions()),
    changeMacro: useMutation(inbox.changeMacro.mutationOptions()),
    removeMacro: useMutation(inbox.removeMacro.mutationOptions()),
    runMacro: useMutation(inbox.runMacro.mutationOptions()),
    removeQuickReply: useMutation(inbox.removeQuickReply.mutationOptions()),
  };
}

interface Colleague {
  name: string;
  isTyping: boolean;
  untilMs: number;
}

const PRESENCE_REPEAT_MS = 20_000;

/** Tells colleagues that this conversation is on the screen, and returns who else is viewing or typing. */
export function useConversationPresence(
  conversationId: string,
  isTyping: boolean,
): { viewing: string[]; typing: string[] } {
  const { _id: me, supportMode } = useMe();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, Colleague>>(new Map());
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const activity = isTyping ? 'typing' : 'viewing';

  const send = useEffectEvent((state: 'viewing' | 'typing' | 'left' = activity) => {
    if (supportMode) return;
    // One at a time, so that the last state sent is the last one received. Best effort: a lost update is repeated soon.
    sending.current = sending.current
      .then(() => api.inbox.present({ id: conversationId, doing: state }))
      .catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state is sent again
  useEffect(() => {
    send();
    const timer = setInterval(() => send(), PRESENCE_REPEAT_MS);
    return () => clearInterval(timer);
  }, [activity]);
  useEffect(() => () => send('left'), []);

  useLiveEvents((event) => {
    if (event.type !== 'conversations.presence' || event.userId === me) return;
    const { userId, name } = event;
    const isHere = event.conversationId === conversationId && event.doing !== 'left';
    // A newcomer does not know yet who is here.
    if (isHere && !colleagues.has(userId)) send();
    setColleagues((known) => {
      const next = new Map(known);
      if (isHere) next.set(userId, { name, isTyping: event.doing === 'typing', untilMs: Date.now() + PRESENCE_MS });
      else next.delete(userId);
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

  const present = [...colleagues.values()];
  return {
    viewing: present.filter((colleague) => !colleague.isTyping).map(({ name }) => name),
    typing: present.filter((colleague) => colleague.isTyping).map(({ name }) => name),
  };
}

const HEARTBEAT_INTERVAL_MS = 60_000;

/**
 * Reports that the inbox is on the screen, so that conversations can be assigned to this person, or that they are away.
 */
export function useInboxPresence(isAway: boolean): void {
  const { supportMode } = useMe();
  useEffect(() => {
    if (supportMode) return;
    const send = () => void api.inbox.beHere({ isAway }).catch(() => undefined);
    send();
    if (isAway) return;
    const timer = setInterval(send, HEARTBEAT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAway, supportMode]);
}
