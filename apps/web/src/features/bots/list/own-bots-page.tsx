import { Button, Text } from '@mantine/core';
import type { Bot } from '@switchyard/contracts/bots';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { BOT_PAGE_SIZE } from '../api/bots-with-last-activity.ts';
import { useLiveBots } from '../api/use-live-bots.ts';
import '../texts.ts';
import { useBotColumns } from './bot-columns.tsx';
import { BotPages } from './bot-pages.tsx';
import { CreateBotDialog } from './create-dialog.tsx';

/** `/bot-list-view`: the workspace's own bots. */
export function OwnBotsPage(props: { page: number; onPage: (page: number) => void; onOpen: (bot: Bot) => void }) {
  const { t } = useTranslation('bots');
  const me = useMe();
  const [isCreating, setCreating] = useState(false);
  const found = useQuery(
    apiQuery.bots.list.queryOptions({
      input: { limit: BOT_PAGE_SIZE, skip: (props.page - 1) * BOT_PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  );
  useLiveBots();
  const columns = useBotColumns(false);
  const createButton = !me.supportMode && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('list.create')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('list.title')}
        count={found.data?.total}
        actions={createButton}
        notices={
          <Text size="sm" c="dimmed">
            {t('list.subtitle')}
          </Text>
        }
        table={
          <DataTable
            label={t('list.title')}
            name="own-bots"
            columns={columns}
            rows={found.data?.data ?? []}
            rowId={(bot) => bot._id}
            isLoading={found.isPending}
            onOpen={props.onOpen}
            empty={
              found.error ? (
                <ErrorState title={t('list.failed')} error={found.error} onRetry={() => void found.refetch()} />
              ) : (
                <EmptyState icon={IconRobot} title={t('list.empty')} action={createButton} />
              )
            }
          />
        }
        footer={
          <BotPages
            page={props.page}
            total={found.data?.total ?? 0}
            isLoading={found.isFetching}
            onPage={props.onPage}
          />
        }
      />
      <CreateBotDialog isOpen={isCreating} onClose={() => setCreating(false)} onCreated={props.onOpen} />
    </>
  );
}
