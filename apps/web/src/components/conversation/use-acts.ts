import type { ChatActRequest } from '@switchyard/contracts/chats/operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, apiQuery } from '../../lib/api/client.ts';
import { failureText } from '../failure-text.ts';
import './texts.ts';
import { toast, toastError } from '../toasts.ts';

/** Does something to messages of a chat, or to the chat; what comes of it shows there. */
export function useActs({ engineId: id, chat }: { engineId: string; chat: string }) {
  const { t } = useTranslation('conversation');
  const mutationKey = apiQuery.chats.key();
  const onError = (failure: Error) => toastError(failureText(failure));
  const act = useMutation({
    mutationFn: (asked: ChatActRequest) => api.chats.act({ id, chat, act: asked }),
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
    /** Says what went wrong where no dialog does. */
    ask: (asked: ChatActRequest) => act.mutate(asked, { onError }),
  };
}
