import { Progress, Text } from '@mantine/core';
import type { Campaign } from '@switchyard/contracts/campaigns/operations';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { NameFilter } from '../../../components/list-page/name-filter.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { campaignsPage } from '../api/campaigns.ts';
import { type CampaignsSearch, DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../campaign-search.ts';
import '../texts.ts';
import { CampaignPanel } from './campaign-panel.tsx';
import { CampaignTabs } from './campaign-tabs.tsx';

/** `/campaigns`: launched campaigns with their progress and actions. */
export function CampaignsPage(props: { search: CampaignsSearch; onSearch: (search: CampaignsSearch) => void }) {
  const { t } = useTranslation('campaigns');
  const { page: at = 0, size = DEFAULT_PAGE_SIZE, search, open } = props.search;
  const base = { size, ...(search && { search }) };
  const page = useQuery(campaignsPage(at, size, search));
  const columns = useColumns();
  const launch = (
    <ButtonLink to="/launch-campaign" leftSection={<IconPlus size={16} />}>
      {t('new')}
    </ButtonLink>
  );
  return (
    <QueryListPage
      title={t('title')}
      actions={launch}
      tabs={<CampaignTabs current="campaigns" />}
      filters={
        <NameFilter value={search} onChange={(text) => props.onSearch({ size, ...(text && { search: text }) })} />
      }
      name="campaigns"
      columns={columns}
      found={page}
      onOpen={(row) => props.onSearch({ ...props.search, open: row._id })}
      empty={
        search ? (
          <NothingMatches onClear={() => props.onSearch({ size })} />
        ) : (
          <EmptyState icon={IconSpeakerphone} title={t('empty')} text={t('emptyHint')} action={launch} />
        )
      }
      pages={{
        page: at,
        size,
        sizes: PAGE_SIZES,
        onPage: (to) => props.onSearch({ ...base, page: to }),
        onSize: (to) => props.onSearch({ ...base, size: to }),
      }}
      panel={
        open
          ? {
              title: t('detail.title'),
              onClose: () => props.onSearch({ ...base, page: at }),
              children: <CampaignPanel key={open} id={open} />,
            }
          : null
      }
    />
  );
}

/** Recipients whose outcome is known. */
const settledCount = ({ recipients, counts }: Campaign): number => recipients - counts.waiting - counts['under-way'];

function useColumns(): DataColumn<Campaign>[] {
  const { t } = useTranslation('campaigns');
  return useMemo(
    () => [
      {
        id: 'name',
        name: t('column.name'),
        isFixed: true,
        width: 240,
        cell: (row) => (
          <Text span display="block" size="sm" fw={550} dir="auto" truncate>
            {row.name}
          </Text>
        ),
      },
      { id: 'state', name: t('column.state'), cell: (row) => <StatusBadge context="campaign" state={row.state} /> },
      {
        id: 'progress',
        name: t('column.progress'),
        width: 180,
        cell: (row) => {
          const label = t('of', { done: formatNumber(settledCount(row)), total: formatNumber(row.recipients) });
          return (
            <>
              <Text span size="xs">
                {label}
              </Text>
              <Progress size="sm" value={(100 * settledCount(row)) / Math.max(1, row.recipients)} aria-label={label} />
            </>
          );
        },
      },
      { id: 'sent', name: t('column.sent'), align: 'end', cell: (row) => formatNumber(row.counts.sent) },
      { id: 'failed', name: t('column.failed'), align: 'end', cell: (row) => formatNumber(row.counts.failed) },
      { id: 'createdAt', name: t('column.createdAt'), cell: (row) => <RelativeTime at={row.createdAt} /> },
    ],
    [t],
  );
}
