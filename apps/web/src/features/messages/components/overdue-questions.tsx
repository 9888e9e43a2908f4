import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import type { OverdueAnswer, OverdueQuestion } from '@switchyard/contracts/messages/waits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { overdueQuestions } from '../api/overdue.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { describeBulkResult } from './describe-bulk-result.ts';
import { MoveDialog } from './move-dialog.tsx';

/** All questions about messages that became late during an outage; renders nothing when there are none. */
export function OverdueQuestions() {
  const { t } = useTranslation('messages');
  const questions = useQuery(overdueQuestions());
  const openQuestions = questions.data?.data ?? [];
  if (openQuestions.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('overdue.title')}>
      {openQuestions.map((question) => (
        <Alert key={question.campaign ?? question.engineId} color="yellow">
          <Question question={question} />
        </Alert>
      ))}
    </Stack>
  );
}

/** The overdue question that a message belongs to. */
export function MessageOverdueQuestion({ message }: { message: Pick<Message, 'origin' | 'campaignId' | 'engineId'> }) {
  const questions = useQuery(overdueQuestions());
  const { origin, campaignId, engineId } = message;
  const question = questions.data?.data.find((question) =>
    origin === 'campaign'
      ? question.campaign === (campaignId ?? '')
      : question.campaign === null && question.engineId === engineId,
  );
  return question ? <Question question={question} /> : null;
}

/** One question with three answers, each of which applies to all of its messages. */
function Question({ question }: { question: OverdueQuestion }) {
  const { t } = useTranslation('messages');
  const { zone } = useMe().workspace;
  const refusal = useRefusalText();
  const answer = useMutation(apiQuery.messages.answerOverdue.mutationOptions());
  const [dialog, setDialog] = useState<'move' | 'cancel' | null>(null);
  const { campaign, engineId, engineName, count } = question;
  const counts = { count, formatted: formatNumber(count) };
  const format = (at: string) => formatExact(new Date(at), zone, false);
  const [earliest, latest] = [format(question.earliest), format(question.latest)] as const;
  const RESULTS = { send: 'released', move: 'moved', cancel: 'cancelled' } as const;
  const send = (chosen: OverdueAnswer) =>
    answer.mutate(
      { campaign, engineId, expected: count, answer: chosen },
      {
        onSuccess: ({ moveId: _, ...result }) => {
          setDialog(null);
          toast(describeBulkResult(t, RESULTS[chosen.as], result));
        },
      },
    );
  const isRunning = (as: OverdueAnswer['as']) => answer.isPending && answer.variables.answer.as === as;
  const error = answer.error ? refusal(answer.error) : undefined;
  const openDialog = (kind: typeof dialog) => {
    answer.reset();
    setDialog(kind);
  };
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t(campaign === null ? 'overdue.ofLane' : 'overdue.ofCampaign', {
          ...counts,
          name: campaign ?? engineName ?? '',
        })}{' '}
        {t(earliest === latest ? 'overdue.at' : 'overdue.between', { earliest, latest })}
      </Text>
      {error && dialog === null && <Notice tone="error">{error}</Notice>}
      <Group gap="xs">
        <Button size="sm" loading={isRunning('send')} onClick={() => send({ as: 'send' })}>
          {t('overdue.send', counts)}
        </Button>
        <Button size="sm" variant="default" onClick={() => openDialog('move')}>
          {t('overdue.move', counts)}
        </Button>
        <Button size="sm" variant="default" onClick={() => openDialog('cancel')}>
          {t('overdue.cancel', counts)}
        </Button>
      </Group>
      <MoveDialog
        isOpen={dialog === 'move'}
        count={count}
        isRunning={isRunning('move')}
        error={error}
        onMove={(to) => send({ as: 'move', ...to })}
        onClose={() => setDialog(null)}
      />
      <ConfirmDialog
        isOpen={dialog === 'cancel'}
        title={t('bulk.cancelTitle', counts)}
        confirm={t('bulk.cancel')}
        cancelLabel={t('bulk.keep')}
        isRunning={isRunning('cancel')}
        error={error}
        onConfirm={() => send({ as: 'cancel' })}
        onClose={() => setDialog(null)}
      >
        {t('bulk.cancelText')}
      </ConfirmDialog>
    </Stack>
  );
}
