import type { BotSessionSummary } from '@switchyard/contracts/bots/sessions';
import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useOwnSessionColumns } from '../sessions/session-columns.tsx';
import '../texts.ts';
import classes from './detail.module.css';

/** Conversations of a bot, newest first; `onlyFailed`: those that failed. */
export function BotSessions(props: {
  botId: string;
  onlyFailed?: boolean;
  onOpen: (session: BotSessionSummary) => void;
}) {
  const { t } = useTranslation('bots');
  const { input, footer } = usePages();
  const found = useQuery(
    apiQuery.bots.sessions.queryOptions({
      input: {
        botId: props.botId,
        ...input,
        ...(props.onlyFailed ? { status: 'failed' as const } : {}),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const columns = useOwnSessionColumns();
  return (
    <Card as="div" className={classes.table}>
      <QueryTable
        label={t(props.onlyFailed ? 'detail.tabs.errors' : 'detail.tabs.sessions')}
        name="sessions-of-bot"
        columns={columns}
        found={found}
        onOpen={props.onOpen}
        empty={
          <EmptyState
            icon={IconMessages}
            title={t(props.onlyFailed ? 'detail.noErrors' : 'detail.noSessions')}
            {...(props.onlyFailed ? {} : { text: t('detail.noSessionsText') })}
          />
        }
      />
      <Pages {...footer} total={found.data?.total} isLoading={found.isPlaceholderData} />
    </Card>
  );
}
