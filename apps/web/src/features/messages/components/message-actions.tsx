import { Button, Group, Stack } from '@mantine/core';
import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import type { ComposeTarget } from '../../../lib/dialogs/compose-target.ts';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { useCancelMessage } from '../api/cancel-message.ts';
import { messageMutation } from '../api/messages.ts';
import { useMoveMessage } from '../api/move-message.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { useRemoveMessage } from '../api/remove-message.ts';
import { CancelSeries } from '../recurrence/cancel-series.tsx';
import '../texts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { resolveWallClock, tomorrowAt } from '../zones/wall-clock.ts';
import { SettleDoubt } from './settle-doubt.tsx';
import { useSuppressionCheck } from './use-suppression-check.tsx';

const MORNING = '09:00';

/** Actions available for a message in its current state. Actions with undo run at once; others ask for confirmation. */
export function MessageActions(props: {
  message: MessageDetail;
  onCompose: (target: ComposeTarget) => void;
  onOpen: (id: string) => void;
  onGone: () => void;
}) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const refusal = useRefusalText();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isChoosingScope, setIsChoosingScope] = useState(false);
  const changes = messageMutation(useQueryClient());
  const [cancel, move, restore, resend] = [
    useCancelMessage(),
    useMoveMessage(),
    useMutation(apiQuery.messages.restore.mutationOptions(changes)),
    useMutation(apiQuery.messages.resend.mutationOptions()),
  ];
  const sendNow = useMutation(apiQuery.messages.update.mutationOptions(changes));
  const remove = useRemoveMessage();
  const { message } = props;
  const { abilities, _id: id, version, asQuote, retriedAs } = message;
  const suppressionCheck = useSuppressionCheck(message);
  const name = message.contactName || (message.contactList[0]?.mobile ?? '');
  const morning = tomorrowAt(MORNING, serverNowMs(), zone);
  const error = cancel.error ?? move.error ?? restore.error ?? resend.error ?? remove.error;
  const close = () => {
    setIsConfirming(false);
    sendNow.reset();
  };
  const retry = () =>
    resend.mutate(
      { id, version, pastDue: 'refuse' },
      {
        onSuccess: (retried) => {
          toast(t('detail.triedAgain'));
          props.onOpen(retried._id);
        },
      },
    );
  return (
    <Stack gap="xs">
      {error && <Notice tone="error">{refusal(error)}</Notice>}
      <SettleDoubt message={message} />
      <Group gap="xs">
        {abilities.edit && (
          <>
            <Button size="sm" onClick={() => props.onCompose({ message })}>
              {t('detail.edit')}
            </Button>
            <Button
              size="sm"
              variant="default"
              loading={move.isPending}
              onClick={() => move.mutate({ message, to: morning })}
            >
              {t('detail.tomorrow', {
                time: formatTimeOfDay(new Date(resolveWallClock(morning, zone).instantMs), zone),
              })}
            </Button>
            <Button size="sm" variant="default" onClick={() => setIsConfirming(true)}>
              {t('compose.sendNow')}
            </Button>
          </>
        )}
        {abilities.cancel && (
          <Button
            size="sm"
            variant="default"
            loading={cancel.isPending}
            onClick={() => (message.seriesId ? setIsChoosingScope(true) : cancel.mutate({ id, version }))}
          >
            {t('detail.cancel')}
          </Button>
        )}
        {abilities.restore && (
          <Button
            size="sm"
            loading={restore.isPending || suppressionCheck.isChecking}
            onClick={() =>
              void suppressionCheck.confirmIfSuppressed(t('detail.restore'), () =>
                restore.mutate({ id, version }, { onSuccess: () => toast(t('detail.restored')) }),
              )
            }
          >
            {t('detail.restore')}
          </Button>
        )}
        {abilities.resend && (
          <>
            <Button
              size="sm"
              loading={resend.isPending || suppressionCheck.isChecking}
              onClick={() => void suppressionCheck.confirmIfSuppressed(t('detail.tryAgain'), retry)}
            >
              {t('detail.tryAgain')}
            </Button>
            <Button size="sm" variant="default" onClick={() => props.onCompose({ again: message })}>
              {t('detail.editAndResend')}
            </Button>
          </>
        )}
        {retriedAs && (
          <Button size="sm" onClick={() => props.onOpen(retriedAs)}>
            {t('detail.sentAgainAs')}
          </Button>
        )}
        {asQuote && (
          <Button size="sm" variant="default" onClick={() => props.onCompose({ answers: message, quote: asQuote })}>
            {t('detail.reply')}
          </Button>
        )}
        <Button size="sm" variant="default" onClick={() => props.onCompose({ copy: message })}>
          {t('detail.duplicate')}
        </Button>
        {abilities.remove && (
          <Button
            size="sm"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id }, { onSuccess: props.onGone })}
          >
            {t('detail.remove')}
          </Button>
        )}
      </Group>
      <CancelSeries
        message={message}
        isOpen={isChoosingScope}
        cancel={cancel}
        onClose={() => setIsChoosingScope(false)}
      />
      {suppressionCheck.question}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('detail.nowTitle')}
        confirm={t('compose.sendNow')}
        isRunning={sendNow.isPending}
        error={sendNow.isError ? refusal(sendNow.error) : undefined}
        onClose={close}
        onConfirm={() =>
          sendNow.mutate(
            { id, version, dueDate: 'now', zone: message.zone, pastDue: 'refuse' },
            {
              onSuccess: () => {
                close();
                toast(t('detail.goesNow'));
              },
            },
          )
        }
      >
        {t('detail.nowText', { name })}
      </ConfirmDialog>
    </Stack>
  );
}
