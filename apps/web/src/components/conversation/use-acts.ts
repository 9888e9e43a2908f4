import type { ChatActRequest } from '@switchyard/contracts/chats/operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, apiQuery } from '../../lib/api/client.ts';
import { failureText } from '../failure-text.ts';
import './texts.ts';
import { toast, toastError } from '../toasts.ts';

/** Acts on messages of a chat, or on the chat; the thread shows the result. */
export function useActs({ engineId: id, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation('conversation');
  const mutationKey = apiQuery.chats.key();
  const onError = (failure: Error) => toastError(failureText(failure));
  const act = useMutation({
    mutationFn: (request: ChatActRequest) => api.chats.act({ id, chat, act: request }),
    mutationKey,
  });
  const dismiss = useMutation({
    mutationFn: (actId: string) => api.chats.dismissAct({ id, actId }),
    ...{ mutationKey, onError },
  });
  const loadOlder = useMutation({
    mutationFn: () => api.chats.loadOlder({ id, chat }),
    onSuccess({ count }) {
      if (count === null) toast(t('acts.olderLater'));
      if (count === 0) toast(t('acts.olderNone'));
    },
    ...{ mutationKey, onError },
  });
  return {
    act,
    dismiss,
    loadOlder,
    /** Reports failures where no dialog does. */
    ask: (request: ChatActRequest) => act.mutate(request, { onError }),
  };
}
