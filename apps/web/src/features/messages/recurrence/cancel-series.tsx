import type { Message } from '@switchyard/contracts/messages/message';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import type { useCancelMessage } from '../api/cancel-message.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { type Scope, ScopeInput } from './scope-input.tsx';

/** Asks which messages of a series to cancel. */
export function CancelSeries(props: {
  message: Message;
  isOpen: boolean;
  /** Cancels the single message. */
  cancel: ReturnType<typeof useCancelMessage>;
  onClose: () => void;
}) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { cancel, onClose } = props;
  const [scope, setScope] = useState<Scope>('one');
  const series = useMutation(apiQuery.messages.cancelSeries.mutationOptions());
  const { _id: id, version } = props.message;
  const confirm = () => {
    if (scope === 'one') return cancel.mutate({ id, version }, { onSettled: onClose });
    series.mutate(
      { id, version, scope },
      {
        onSuccess: ({ changed }) => {
          toast(t('recurrence.cancelled', { count: changed }));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title={t('recurrence.cancelTitle')}
      confirm={t('detail.cancel')}
      cancelLabel={t('recurrence.keep')}
      isRunning={cancel.isPending || series.isPending}
      error={series.isError ? refusal(series.error) : undefined}
      onClose={() => {
        series.reset();
        onClose();
      }}
      onConfirm={confirm}
    >
      <ScopeInput value={scope} onChange={setScope} label={t('recurrence.cancelText')} />
    </ConfirmDialog>
  );
}
