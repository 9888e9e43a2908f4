import { Button } from '@mantine/core';
import type { Bot } from '@switchyard/contracts/bots/operations';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { NameFilter } from '../../../components/list-page/name-filter.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { BOT_PAGE_SIZE } from '../api/bots-with-last-activity.ts';
import { useLiveBots } from '../api/use-live-bots.ts';
import '../texts.ts';
import { useBotColumns } from './bot-columns.tsx';
import { BotPages } from './bot-pages.tsx';
import type { OwnBotsSearch } from './bots-search.ts';
import { CreateBotDialog } from './create-dialog.tsx';

/** `/bot-list-view`: the workspace's own bots. */
export function OwnBotsPage(props: {
  search: OwnBotsSearch;
  onSearch: (search: OwnBotsSearch) => void;
  onOpen: (bot: Bot) => void;
}) {
  const { t } = useTranslation('bots');
  const me = useMe();
  const { page = 1, search } = props.search;
  const kept = search ? { search } : {};
  const [isCreating, setCreating] = useState(false);
  const found = useQuery(
    apiQuery.bots.list.queryOptions({
      input: { limit: BOT_PAGE_SIZE, skip: (page - 1) * BOT_PAGE_SIZE, ...kept },
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
      <QueryListPage
        title={t('list.own')}
        found={found}
        actions={createButton}
        name="own-bots"
        columns={columns}
        onOpen={props.onOpen}
        filters={<NameFilter value={search} onChange={(words) => props.onSearch(words ? { search: words } : {})} />}
        empty={
          search ? (
            <NothingMatches onClear={() => props.onSearch({})} />
          ) : (
            <EmptyState icon={IconRobot} title={t('list.empty')} action={createButton} />
          )
        }
        failedTitle={t('list.failed')}
        footer={
          <BotPages
            page={page}
            total={found.data?.total ?? null}
            isLoading={found.isFetching}
            onPage={(next) => props.onSearch({ ...kept, page: next })}
          />
        }
      />
      <CreateBotDialog isOpen={isCreating} onClose={() => setCreating(false)} onCreated={props.onOpen} />
    </>
  );
}
