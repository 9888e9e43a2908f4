import { Button } from '@mantine/core';
import { IconArrowLeft, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { botsWithLastActivity } from '../api/bots-with-last-activity.ts';
import '../texts.ts';
import { useBotColumns } from './bot-columns.tsx';
import { BotFilters } from './bot-filters.tsx';
import { BotPages } from './bot-pages.tsx';
import type { OwnBotsSearch } from './bots-search.ts';

/** `/bots`: every bot of the platform (spec 000 section 2.3). */
export function AllBotsPage(props: { search: OwnBotsSearch; onSearch: (search: OwnBotsSearch) => void }) {
  const { t } = useTranslation('bots');
  const isAdmin = useMe().role === 'admin';
  const { page = 1, ...filters } = props.search;
  const found = useQuery({
    ...botsWithLastActivity(props.search),
    enabled: isAdmin,
    placeholderData: keepPreviousData,
  });
  const columns = useBotColumns(isAdmin);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <ListPage
      title={isAdmin ? `${t('list.title')} ${t('list.enhanced')}` : t('list.title')}
      actions={
        <ButtonLink
          to="/bot-usage-dashboard"
          variant="default"
          leftSection={<IconArrowLeft size={16} className="flip-rtl" aria-hidden />}
        >
          {t('list.back')}
        </ButtonLink>
      }
      notices={<Hint>{isAdmin ? t('list.adminSubtitle') : t('list.subtitle')}</Hint>}
      filters={isAdmin && <BotFilters label={t('list.searchAll')} search={props.search} onSearch={props.onSearch} />}
      table={
        <DataTable
          label={t('list.title')}
          name="all-bots"
          columns={columns}
          rows={found.data?.bots ?? []}
          rowId={(bot) => bot._id}
          isLoading={found.isPending}
          empty={
            found.error ? (
              <ErrorState title={t('list.failed')} error={found.error} onRetry={() => void found.refetch()} />
            ) : (
              <EmptyState
                icon={IconRobot}
                title={t('list.empty')}
                text={isAdmin && !isFiltered ? t('list.emptyText') : ''}
                action={
                  isFiltered && (
                    <Button variant="default" onClick={() => props.onSearch({})}>
                      {t('list.clear')}
                    </Button>
                  )
                }
              />
            )
          }
        />
      }
      footer={
        <BotPages
          page={page}
          total={found.data?.total ?? null}
          isLoading={found.isFetching}
          onPage={(next) => props.onSearch({ ...filters, ...(next > 1 && { page: next }) })}
        />
      }
    />
  );
}
