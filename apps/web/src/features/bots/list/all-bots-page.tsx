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
import { BotPages } from './bot-pages.tsx';

/** `/bots`: every bot of the platform (spec 000 section 2.3). */
export function AllBotsPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('bots');
  const isAdmin = useMe().role === 'admin';
  const found = useQuery({ ...botsWithLastActivity(page), enabled: isAdmin, placeholderData: keepPreviousData });
  const columns = useBotColumns(isAdmin);
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
              <EmptyState icon={IconRobot} title={t('list.empty')} />
            )
          }
        />
      }
      footer={<BotPages page={page} total={found.data?.total ?? null} isLoading={found.isFetching} onPage={onPage} />}
    />
  );
}
