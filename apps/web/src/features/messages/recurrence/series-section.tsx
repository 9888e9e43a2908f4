import { Button, Group, Text } from '@mantine/core';
import type { RecurrenceRule } from '@switchyard/contracts/messages/message';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { formatRule } from './format-rule.ts';
import classes from './recurrence.module.css';

/** Describes how a message recurs, and whether the series is active. */
export default function SeriesSection({ id, series }: { id: string; series: RecurrenceRule }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [pause, resume] = [
    useMutation(apiQuery.messages.pauseSeries.mutationOptions()),
    useMutation(apiQuery.messages.resumeSeries.mutationOptions()),
  ];
  const error = pause.error ?? resume.error;
  const state =
    series.state === 'cancelled'
      ? t('recurrence.stopped')
      : series.state === 'paused'
        ? series.pausedBecause
          ? t('recurrence.pausedBecause', { reason: translateText(series.pausedBecause) })
          : t('recurrence.paused')
        : null;
  return (
    <section className={classes.series} aria-label={t('recurrence.series')}>
      <IconRepeat size={16} aria-hidden className={classes.mark} />
      <div>
        <Text size="sm" dir="auto">
          {formatRule(series.rule, series.start)}
        </Text>
        {state && <Hint role="status">{state}</Hint>}
        {error && <Notice tone="error">{refusal(error)}</Notice>}
        <Group gap="xs" mt={6}>
          {series.state === 'active' ? (
            <Button
              size="xs"
              variant="default"
              loading={pause.isPending}
              onClick={() =>
                pause.mutate(
                  { id },
                  { onSuccess: ({ changed }) => toast(t('recurrence.pausedNow', { count: changed })) },
                )
              }
            >
              {t('recurrence.pause')}
            </Button>
          ) : (
            <Button
              size="xs"
              loading={resume.isPending}
              onClick={() =>
                resume.mutate(
                  { id },
                  { onSuccess: ({ changed }) => toast(t('recurrence.resumed', { count: changed })) },
                )
              }
            >
              {t('recurrence.resume')}
            </Button>
          )}
        </Group>
      </div>
    </section>
  );
}
