import type { AgentMessage } from '@switchyard/contracts/agent';
import type { WidgetAction } from '@switchyard/contracts/agent-widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { type Asked, askAgent } from '../api/ask.ts';
import { conversationMessages, newestConversation, readAgentAgain } from '../api/conversation.ts';
import '../texts.ts';
import type { WidgetActions } from '../widgets/widget-view.tsx';

/** A conversation on the screen: what was said, what is being answered, and what can be done. */
export function useChat(chosen: string | null) {
  const { t } = useTranslation('agent');
  const queries = useQueryClient();
  const [begun, setBegun] = useState<string | null>(null);
  const [pages, setPages] = useState(1);
  const [step, setStep] = useState<string | null>(null);
  /** Why the last request has no reply; and the request, which the server may not have. */
  const [failure, setFailure] = useState<{ asked: string; text: string } | null>(null);

  const newest = useQuery({ ...newestConversation(), enabled: chosen === null && begun === null });
  const id = chosen ?? begun ?? newest.data?.data[0]?._id ?? null;
  const said = useQuery({ ...conversationMessages(id ?? '', pages), enabled: id !== null });
  const messages = (said.data?.data ?? []).toReversed();
  const last = messages.at(-1);

  const ask = useMutation({
    mutationFn: (message: string) => askAgent(message, id),
    onMutate: () => {
      setFailure(null);
      setStep(null);
    },
    onSuccess: async (asked, message) => {
      if (asked.is === 'reply') setBegun(asked.reply.conversationId);
      const text = failureText(asked);
      await readAgentAgain(queries);
      if (text !== null) setFailure({ asked: message, text });
    },
  });
  function failureText(asked: Asked): string | null {
    if (asked.is === 'timeout') return t('error.timeout');
    if (asked.is === 'refused') return t('error.reason', { reason: asked.reason });
    return asked.is === 'thrown' ? t('error.thrown') : null;
  }

  useLiveEvents((event) => {
    if (event.type !== 'agent.progress') return;
    // The first request begins a conversation, which can be stopped once it is known.
    if (id === null && ask.isPending) setBegun(event.conversationId);
    else if (event.conversationId !== id) return;
    setStep(event.state === 'pending' ? (event.text ?? event.step ?? null) : null);
    if (!ask.isPending) void readAgentAgain(queries);
  });

  const doing = useMutation({
    mutationFn: async (action: WidgetAction) => {
      const { id: confirmation, messageId } = (action.payload ?? {}) as { id: string; messageId?: string };
      if (action.type === 'agent.confirm') return api.agent.confirm({ id: confirmation });
      if (action.type === 'agent.dismiss') return api.agent.dismiss({ id: confirmation });
      return api.agent.undo({ id: confirmation, ...(messageId ? { messageId } : {}) });
    },
    onSettled: () => readAgentAgain(queries),
  });

  const isPending = ask.isPending || last?.state === 'pending';
  const send = (message: string) => {
    if (!isPending && message.trim() !== '') ask.mutate(message.trim());
  };
  const actions: WidgetActions = {
    isRunning: doing.isPending || isPending,
    knows: ({ type, payload }) =>
      type === 'agent.ask'
        ? typeof payload?.message === 'string'
        : ['agent.confirm', 'agent.dismiss', 'agent.undo'].includes(type) && typeof payload?.id === 'string',
    run: (action) => (action.type === 'agent.ask' ? send(String(action.payload?.message)) : doing.mutate(action)),
  };
  // The server may have noted the failure itself.
  const isToldAlready = failure !== null && last?.role === 'agent' && last.content === failure.text;
  return {
    id,
    messages: messages.filter(({ state }) => state !== 'pending'),
    asking: ask.isPending ? ask.variables : null,
    isPending,
    // What was said before one came back, until it goes on.
    step: step ?? (last?.state === 'pending' ? last.content : null),
    failure: failure && !isToldAlready ? { ...failure, isNoted: isNoted(messages, failure.asked) } : null,
    isLoading:
      (id !== null && said.isPending) || (id === null && chosen === null && begun === null && newest.isPending),
    loadError: said.error ?? newest.error,
    hasOlder: said.data !== undefined && said.data.data.length < said.data.total,
    showOlder: () => setPages((count) => count + 1),
    retry: () => void readAgentAgain(queries),
    actionError: doing.error ? refusalText(doing.error) : null,
    actions,
    send,
    begin: async () => {
      const { _id } = await api.agent.create();
      setFailure(null);
      setBegun(_id);
      await readAgentAgain(queries);
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

/** Whether the request itself stands at the end of what the server has kept. */
const isNoted = (messages: readonly AgentMessage[], asked: string): boolean =>
  messages.slice(-2).some(({ role, content }) => role === 'user' && content === asked);
