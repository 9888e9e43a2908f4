import { Button } from '@mantine/core';
import type { BotAnswers as Answers } from '@switchyard/contracts/bots/operations';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { exportAnswers } from '../api/export-answers.ts';
import { VariableValue } from '../variable-value.tsx';
import '../texts.ts';
import classes from './detail.module.css';

/** Contacts' answers, one conversation per row. */
export function BotAnswers({ botId, name }: { botId: string; name: string }) {
  const { t } = useTranslation('bots');
  const { input, footer } = usePages();
  const found = useQuery(
    apiQuery.bots.answers.queryOptions({
      input: { id: botId, ...input },
      placeholderData: keepPreviousData,
    }),
  );
  const save = useMutation({
    mutationFn: () =>
      exportAnswers(botId, name, {
        contact: t('session.by.them'),
        number: t('deploy.numbers'),
        at: t('sessions.columns.createdAt'),
      }),
    onSuccess: ({ count, isWhole }) => !isWhole && toast(t('detail.exportCut', { rows: formatNumber(count) })),
  });
  const rows = found.data?.data ?? [];
  const variables = found.data?.variables;
  const columns = useMemo<DataColumn<Answers['data'][number]>[]>(
    () => [
      {
        id: 'contact',
        name: t('session.by.them'),
        width: 180,
        isFixed: true,
        cell: ({ contactName }) => <bdi>{contactName}</bdi>,
      },
      {
        id: 'at',
        name: t('sessions.columns.createdAt'),
        width: 130,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      ...(variables ?? []).map((variable) => ({
        id: `var-${variable}`,
        name: variable,
        width: 160,
        cell: (row: Answers['data'][number]) => <VariableValue value={row.values[variable]} />,
      })),
    ],
    [t, variables],
  );
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        mb={8}
        leftSection={<IconDownload size={14} aria-hidden />}
        disabled={rows.length === 0}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('detail.export')}
      </Button>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      <Card as="div" className={classes.table}>
        <DataTable
          label={t('detail.tabs.answers')}
          name="bot-answers"
          columns={columns}
          rows={rows}
          rowId={(row) => row.sessionId}
          isLoading={found.isPending}
          empty={
            found.error ? (
              <ErrorState error={found.error} onRetry={() => void found.refetch()} />
            ) : (
              <EmptyState icon={IconTable} title={t('detail.noSessions')} text={t('detail.noSessionsText')} />
            )
          }
        />
        <Pages {...footer} total={found.data?.total} isLoading={found.isPlaceholderData} />
      </Card>
    </>
  );
}
