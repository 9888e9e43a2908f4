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
import { bulkWords } from './bulk-words.ts';
import { MoveDialog } from './move-dialog.tsx';

/** All questions about messages that became late while nothing could send them; nothing where there are none. */
export function OverdueQuestions() {
  const { t } = useTranslation('messages');
  const questions = useQuery(overdueQuestions());
  const asked = questions.data?.data ?? [];
  if (asked.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('overdue.title')}>
      {asked.map((question) => (
        <Alert key={question.campaign ?? question.engineId} color="yellow">
          <Question question={question} />
        </Alert>
      ))}
    </Stack>
  );
}

/** The question that an overdue message is part of. */
export function OverdueQuestionOf({ message }: { message: Pick<Message, 'origin' | 'campaignId' | 'engineId'> }) {
  const questions = useQuery(overdueQuestions());
  const { origin, campaignId, engineId } = message;
  const question = questions.data?.data.find((one) =>
    origin === 'campaign' ? one.campaign === (campaignId ?? '') : one.campaign === null && one.engineId === engineId,
  );
  return question ? <Question question={question} /> : null;
}

/** One question with its three answers, each for all of its messages. */
function Question({ question }: { question: OverdueQuestion }) {
  const { t } = useTranslation('messages');
  const { zone } = useMe().workspace;
  const refusal = useRefusalText();
  const answer = useMutation(apiQuery.messages.answerOverdue.mutationOptions());
  const [asks, setAsks] = useState<'move' | 'cancel' | null>(null);
  const { campaign, engineId, engineName, count } = question;
  const of = { count, formatted: formatNumber(count) };
  const shown = (at: string) => formatExact(new Date(at), zone, false);
  const [earliest, latest] = [shown(question.earliest), shown(question.latest)] as const;
  const DID = { send: 'released', move: 'moved', cancel: 'cancelled' } as const;
  const say = (given: OverdueAnswer) =>
    answer.mutate(
      { campaign, engineId, expected: count, answer: given },
      {
        onSuccess: ({ moveId: _, ...result }) => {
          setAsks(null);
          toast(bulkWords(t, DID[given.as], result));
        },
      },
    );
  const isRunning = (as: OverdueAnswer['as']) => answer.isPending && answer.variables.answer.as === as;
  const error = answer.error ? refusal(answer.error) : undefined;
  const ask = (what: typeof asks) => {
    answer.reset();
    setAsks(what);
  };
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t(campaign === null ? 'overdue.ofLane' : 'overdue.ofCampaign', { ...of, name: campaign ?? engineName ?? '' })}{' '}
        {t(earliest === latest ? 'overdue.at' : 'overdue.between', { earliest, latest })}
      </Text>
      {error && asks === null && <Notice tone="error">{error}</Notice>}
      <Group gap="xs">
        <Button size="sm" loading={isRunning('send')} onClick={() => say({ as: 'send' })}>
          {t('overdue.send', of)}
        </Button>
        <Button size="sm" variant="default" onClick={() => ask('move')}>
          {t('overdue.move', of)}
        </Button>
        <Button size="sm" variant="default" onClick={() => ask('cancel')}>
          {t('overdue.cancel', of)}
        </Button>
      </Group>
      <MoveDialog
        isOpen={asks === 'move'}
        count={count}
        isRunning={isRunning('move')}
        error={error}
        onMove={(to) => say({ as: 'move', ...to })}
        onClose={() => setAsks(null)}
      />
      <ConfirmDialog
        isOpen={asks === 'cancel'}
        title={t('bulk.cancelTitle', of)}
        confirm={t('bulk.cancel')}
        cancelLabel={t('bulk.keep')}
        isRunning={isRunning('cancel')}
        error={error}
        onConfirm={() => say({ as: 'cancel' })}
        onClose={() => setAsks(null)}
      >
        {t('bulk.cancelText')}
      </ConfirmDialog>
    </Stack>
  );
}
