import { Text } from '@mantine/core';
import { MAX_PAGE_SIZE } from '@switchyard/contracts/entity';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEngines } from '../api/use-live-engines.ts';
import { numberColumns } from './number-columns.tsx';
import './texts.ts';

/** `/whatsapp-numbers`: the numbers of the workspace, each with its engine, whose it is, and what WhatsApp lets it do. */
export function NumbersPage() {
  const { t } = useTranslation('numbers');
  const isNarrow = useIsNarrow();
  // A plan allows few engines, so one page has them all.
  const numbers = useQuery(apiQuery.engines.numbers.queryOptions({ input: { limit: MAX_PAGE_SIZE } }));
  useLiveEngines();
  const columns = useMemo(() => numberColumns(t, isNarrow), [t, isNarrow]);
  return (
    <ListPage
      title={t('title')}
      count={numbers.data?.total}
      notices={
        <Text c="dimmed" size="sm">
          {t('lead')}
        </Text>
      }
      table={
        <DataTable
          label={t('title')}
          name={isNarrow ? 'numbers-narrow' : 'numbers'}
          columns={columns}
          rows={numbers.data?.data ?? []}
          rowId={(row) => row._id}
          isLoading={numbers.isPending}
          empty={
            numbers.error ? (
              <ErrorState title={t('notLoaded')} error={numbers.error} onRetry={() => void numbers.refetch()} />
            ) : (
              <EmptyState
                icon={IconDeviceMobile}
                title={t('empty.title')}
                text={t('empty.text')}
                action={<ButtonLink to="/engines">{t('empty.action')}</ButtonLink>}
              />
            )
          }
        />
      }
    />
  );
}
