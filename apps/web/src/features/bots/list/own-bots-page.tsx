import { Button, SimpleGrid } from '@mantine/core';
import { BOT_TEMPLATES, type Bot, type BotTemplate } from '@switchyard/contracts/bots/operations';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { BOT_PAGE_SIZE } from '../api/bots-with-last-activity.ts';
import '../texts.ts';
import { useOwnBotColumns } from './bot-columns.tsx';
import { BotFilters } from './bot-filters.tsx';
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
  const { page = 1, search, status } = props.search;
  const filters = { ...(search && { search }), ...(status && { status }) };
  /** The template of the bot being created; null when closed. */
  const [template, setTemplate] = useState<BotTemplate | null>(null);
  const found = useQuery(
    apiQuery.bots.list.queryOptions({
      input: { limit: BOT_PAGE_SIZE, skip: (page - 1) * BOT_PAGE_SIZE, ...filters },
      placeholderData: keepPreviousData,
    }),
  );
  const columns = useOwnBotColumns();
  const createButton = !me.supportMode && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setTemplate('lead')}>
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
        filters={<BotFilters search={props.search} onSearch={props.onSearch} />}
        empty={
          search || status ? (
            <NothingMatches onClear={() => props.onSearch({})} />
          ) : (
            <EmptyState
              icon={IconRobot}
              title={t('list.empty')}
              text={me.supportMode ? '' : t('list.emptyHint')}
              action={!me.supportMode && <TemplateCards onChoose={setTemplate} />}
            />
          )
        }
        failed={t('list.failed')}
        footer={
          <BotPages
            page={page}
            total={found.data?.total ?? null}
            isLoading={found.isFetching}
            onPage={(next) => props.onSearch({ ...filters, page: next })}
          />
        }
      />
      {template && <CreateBotDialog template={template} onClose={() => setTemplate(null)} onCreated={props.onOpen} />}
    </>
  );
}

/** Templates for a first bot. */
function TemplateCards({ onChoose }: { onChoose: (template: BotTemplate) => void }) {
  const { t } = useTranslation('bots');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      {BOT_TEMPLATES.map((choice) => (
        <Button key={choice} variant="default" onClick={() => onChoose(choice)}>
          {t(`create.templates.${choice}`)}
        </Button>
      ))}
    </SimpleGrid>
  );
}
