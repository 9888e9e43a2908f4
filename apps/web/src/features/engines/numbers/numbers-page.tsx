import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { openConnect } from '../../../lib/dialogs/dialog-requests.ts';
import { LaneCard } from '../explorer/lane-card.tsx';
import { NumberCard } from './number-card.tsx';
import { numberColumns } from './number-columns.tsx';
import './texts.ts';

/** Maximum numbers shown as cards; more are shown in a table. */
const MAX_CARDS = 6;
const REFETCH_INTERVAL_MS = 5_000;

/** `/whatsapp-numbers`: the workspace's numbers with their engines, owners and limits. */
export function NumbersPage() {
  const { t } = useTranslation('numbers');
  const isNarrow = useIsNarrow();
  // Plans allow so few engines that one page has them all.
  const numbers = useQuery(apiQuery.engines.numbers.queryOptions({ input: { limit: MAX_PAGE_SIZE } }));
  const columns = useMemo(() => numberColumns(t, isNarrow), [t, isNarrow]);
  const rows = numbers.data?.data ?? [];
  if (rows.length > 0 && rows.length <= MAX_CARDS) {
    const [only] = rows.length === 1 ? rows : [];
    return (
      <PageFrame widthPx={960}>
        <PageHeader title={t('title')} count={rows.length} />
        <Hint>{t('lead')}</Hint>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {rows.map((row) => (
            <NumberCard key={row._id} row={row} />
          ))}
        </SimpleGrid>
        {only && <Queue engineId={only._id} />}
      </PageFrame>
    );
  }
  return (
    <QueryListPage
      title={t('title')}
      lead={t('lead')}
      name={isNarrow ? 'numbers-narrow' : 'numbers'}
      columns={columns}
      found={numbers}
      failed={t('notLoaded')}
      empty={
        <EmptyState
          icon={IconDeviceMobile}
          title={t('empty.title')}
          text={t('empty.text')}
          action={<Button onClick={() => openConnect(true)}>{t('empty.action')}</Button>}
        />
      }
    />
  );
}

/** Queue of the only number. */
function Queue({ engineId }: { engineId: string }) {
  const lane = useQuery(
    apiQuery.messages.lane.queryOptions({ input: { id: engineId }, refetchInterval: REFETCH_INTERVAL_MS }),
  );
  return lane.data ? <LaneCard lane={lane.data} isOwn /> : <Skeleton height={220} radius="md" />;
}
