import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import type { ListedSeries } from '@switchyard/contracts/messages/series';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { seriesPage } from '../api/series.ts';
import '../texts.ts';
import SeriesSection from './series-section.tsx';

const PAGE_SIZES = [10, 25, 50];
const STATES = ['any', 'active', 'paused', 'cancelled'] as const;

/** The workspace's series: recipient, text, recurrence and next time, with pause, resume and end. */
export default function SeriesList() {
  const { t } = useTranslation('messages');
  const [shown, setShown] = useState<{ state: (typeof STATES)[number]; page: number; size: number }>({
    state: 'any',
    page: 0,
    size: PAGE_SIZES[0] ?? 10,
  });
  const { state, page, size } = shown;
  const found = useQuery(seriesPage({ limit: size, skip: page * size, ...(state !== 'any' && { state }) }));
  const { data: rows = [], total = 0 } = found.data ?? {};
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={t('recurrence.stateLabel')}
        value={state}
        data={STATES.map((value) => ({ value, label: t(`recurrence.state.${value}`) }))}
        onChange={(chosen) => setShown({ ...shown, state: chosen as typeof state, page: 0 })}
      />
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton h={240} />}
      {found.isSuccess && total === 0 && (
        <Text c="dimmed">{t(state === 'any' ? 'recurrence.listEmpty' : 'recurrence.listNone')}</Text>
      )}
      <ul aria-label={t('recurrence.listTitle')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map((series) => (
          <li key={series._id}>
            <SeriesRow series={series} />
          </li>
        ))}
      </ul>
      {total > (PAGE_SIZES[0] ?? 10) && (
        <Pages
          page={page}
          size={size}
          sizes={PAGE_SIZES}
          total={total}
          isLoading={found.isPlaceholderData}
          onPage={(to) => setShown({ ...shown, page: to })}
          onSize={(chosen) => setShown({ ...shown, size: chosen, page: 0 })}
        />
      )}
    </Stack>
  );
}

function SeriesRow({ series }: { series: ListedSeries }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [end, resume] = [
    useMutation(apiQuery.messages.endSeries.mutationOptions()),
    useMutation(apiQuery.messages.resumeSeries.mutationOptions()),
  ];
  const { _id: id, state, nextDue, zone } = series;
  const next = nextDue ? t('recurrence.nextAt', { at: formatExact(new Date(nextDue), zone, true) }) : null;
  const undo = async () => t('recurrence.resumed', { count: (await resume.mutateAsync({ id })).changed });
  return (
    <Card as="div" style={{ marginBlockEnd: 8 }}>
      <Stack gap={6}>
        <Text fw={550} dir="auto">
          {series.contactName}
        </Text>
        <Text size="sm" dir="auto" lineClamp={2}>
          {series.message}
        </Text>
        <SeriesSection id={id} series={series} />
        <Group justify="space-between" gap="xs">
          <Hint>{next ?? (state === 'active' ? t('recurrence.nothingNext') : '')}</Hint>
          {state !== 'cancelled' && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              loading={end.isPending}
              onClick={() =>
                end.mutate(
                  { id },
                  {
                    onSuccess: ({ changed }) =>
                      toastUndo(t('recurrence.ended', { count: changed }), undo, (error) => refusal(error as Error)),
                  },
                )
              }
            >
              {t('recurrence.end')}
            </Button>
          )}
        </Group>
        {end.error && (
          <Text size="sm" c="red" role="alert">
            {refusal(end.error)}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
