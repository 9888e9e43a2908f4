import type { WidgetAction } from '@switchyard/contracts/agent/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { type AgentRequest, askAgent } from '../api/ask.ts';
import { conversationMessages, invalidateMessages, newestConversation } from '../api/conversation.ts';
import '../texts.ts';
import type { WidgetActions } from '../widgets/widget-view.tsx';

/** Progress of a reply being made: its text, and the current step. */
export interface ReplyProgress {
  messageId: string | null;
  text: string;
  step: string | null;
}
const NO_PROGRESS: ReplyProgress = { messageId: null, text: '', step: null };

/** The conversation on screen: its messages, the pending reply, and the actions available. */
export function useChat(chosen: string | null) {
  const { t } = useTranslation('agent');
  const queries = useQueryClient();
  const [startedId, setStartedId] = useState<string | null>(null);
  const [pages, setPages] = useState(1);
  const [progress, setProgress] = useState(NO_PROGRESS);
  /** Why the last request has no reply; and the request, which the server may not have received. */
  const [failure, setFailure] = useState<{ request: string; text: string } | null>(null);
  /** Id of the last message before the request: later ones belong to it. */
  const [before, setBefore] = useState<string | null>('');

  const newest = useQuery({ ...newestConversation(), enabled: chosen === null && startedId === null });
  const id = chosen ?? startedId ?? newest.data?.data[0]?._id ?? null;
  const stored = useQuery({ ...conversationMessages(id ?? '', pages), enabled: id !== null });
  const messages = (stored.data?.data ?? []).toReversed();
  const last = messages.at(-1);

  const ask = useMutation({
    mutationFn: (message: string) => askAgent(message, id),
    onMutate: () => {
      setBefore(stored.data || id === null ? (last?._id ?? '') : null);
      setFailure(null);
      setProgress(NO_PROGRESS);
    },
    onSuccess: async (outcome, message) => {
      if (outcome.is === 'reply') setStartedId(outcome.reply.conversationId);
      const text = failureText(outcome);
      await invalidatePart(queries, 'agent');
      if (text !== null) setFailure({ request: message, text });
    },
  });
  function failureText(outcome: AgentRequest): string | null {
    if (outcome.is === 'timeout') return t('error.timeout');
    if (outcome.is === 'refused') return t('error.reason', { reason: outcome.reason });
    return outcome.is === 'thrown' ? t('error.thrown') : null;
  }

  useLiveEvents((event) => {
    if (event.type !== 'agent.progress') return;
    // The first request starts a conversation, which can be stopped once its id is known.
    if (id === null && ask.isPending) setStartedId(event.conversationId);
    else if (event.conversationId !== id) return;
    const { messageId, text, step } = event;
    // When the reply ends, its text stays until the finished reply has been fetched.
    if (event.state === 'pending')
      setProgress((shown) => {
        const earlier = shown.messageId === messageId ? shown : NO_PROGRESS;
        if (text !== undefined) return { messageId, text, step: null };
        return { messageId, text: earlier.text, step: step ?? earlier.step };
      });
    if (!ask.isPending) void invalidatePart(queries, 'agent');
    else if (event.isMoreShown) void invalidateMessages(queries);
  });

  const actionMutation = useMutation({
    mutationKey: apiQuery.agent.key(),
    mutationFn: async (action: WidgetAction) => {
      const { id: confirmation, messageId } = (action.payload ?? {}) as { id: string; messageId?: string };
      if (action.type === 'agent.confirm') return api.agent.confirm({ id: confirmation });
      if (action.type === 'agent.dismiss') return api.agent.dismiss({ id: confirmation });
      return api.agent.undo({ id: confirmation, ...(messageId ? { messageId } : {}) });
    },
  });

  const reply = messages.find(({ state }) => state === 'pending');
  // Ids ascend: the server's record of the request may be fetched before its response arrives.
  const own = messages.filter(({ _id }) => before !== null && _id > before);
  const isRequestStored = own.some(({ role }) => role === 'user');
  const isAnswered = isRequestStored && !reply && own.some(({ role }) => role === 'agent');
  const isPending = (ask.isPending && !isAnswered) || reply !== undefined;
  const send = (message: string) => {
    if (!isPending && message.trim() !== '') ask.mutate(message.trim());
  };
  const actions: WidgetActions = {
    isRunning: actionMutation.isPending || isPending,
    knows: ({ type, payload }) =>
      type === 'agent.ask'
        ? typeof payload?.message === 'string'
        : ['agent.confirm', 'agent.dismiss', 'agent.undo'].includes(type) && typeof payload?.id === 'string',
    run: (action) =>
      action.type === 'agent.ask' ? send(String(action.payload?.message)) : actionMutation.mutate(action),
  };
  // The server may have recorded the failure itself.
  const isFailureStored = failure !== null && last?.role === 'agent' && last.content === failure.text;
  return {
    id,
    messages,
    asking: ask.isPending && !isRequestStored ? ask.variables : null,
    isPending,
    // On return to a pending reply, show its stored text until it continues.
    progress:
      reply && (progress.messageId !== reply._id || progress.text === '')
        ? { ...progress, text: reply.content }
        : progress,
    failure: failure && !isFailureStored ? { ...failure, isNoted: isRequestStored } : null,
    isLoading:
      (id !== null && stored.isPending) || (id === null && chosen === null && startedId === null && newest.isPending),
    loadError: stored.error ?? newest.error,
    hasOlder: stored.data !== undefined && stored.data.data.length < stored.data.total,
    showOlder: () => setPages((count) => count + 1),
    retry: () => void invalidatePart(queries, 'agent'),
    actionError: actionMutation.error ? refusalText(actionMutation.error) : null,
    actions,
    send,
    begin: async () => {
      const { _id } = await api.agent.create();
      setFailure(null);
      setStartedId(_id);
      await invalidatePart(queries, 'agent');
      return _id;
    },
    stop: () => {
      if (id) void api.agent.stop({ id });
    },
  };

  function refusalText(error: Error): string {
    if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_OVER') return error.message;
    const { state } = (error.data ?? {}) as { state?: 'dismissed' | 'expired' | 'replaced' | 'undone' };
    return state ? t(`over.${state}`) : error.message;
  }
}
