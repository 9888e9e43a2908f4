import type { BotSessionSummary } from '@switchyard/contracts/bot-sessions';
import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import classes from './detail.module.css';

const SIZES = [20, 50, 100];

/** Conversations of a bot, newest first; `onlyFailed`: those that went wrong. */
export function BotSessions(props: {
  botId: string;
  onlyFailed?: boolean;
  onOpen: (session: BotSessionSummary) => void;
}) {
  const { t } = useTranslation('bots');
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(SIZES[0] ?? 20);
  const found = useQuery(
    apiQuery.bots.sessions.queryOptions({
      input: {
        botId: props.botId,
        limit: size,
        skip: page * size,
        ...(props.onlyFailed ? { status: 'failed' as const } : {}),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const columns = useMemo<DataColumn<BotSessionSummary>[]>(
    () => [
      {
        id: 'contact',
        name: t('session.by.them'),
        width: 200,
        isFixed: true,
        cell: ({ contactName, chat, _id }) => <bdi>{contactName ?? chat ?? _id}</bdi>,
      },
      {
        id: 'status',
        name: t('sessions.columns.status'),
        width: 130,
        cell: ({ status }) => <StatusBadge context="botSession" state={status} />,
      },
      { id: 'reason', name: '', width: 320, cell: ({ reason }) => reason },
      {
        id: 'createdAt',
        name: t('sessions.columns.createdAt'),
        width: 140,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      {
        id: 'updatedAt',
        name: t('sessions.columns.updatedAt'),
        width: 140,
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
      },
    ],
    [t],
  );
  return (
    <Card as="div" className={classes.table}>
      <DataTable
        label={t(props.onlyFailed ? 'detail.tabs.errors' : 'detail.tabs.sessions')}
        name="sessions-of-bot"
        columns={columns}
        rows={found.data?.data ?? []}
        rowId={(one) => one._id}
        isLoading={found.isPending}
        onOpen={props.onOpen}
        empty={
          found.error ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <EmptyState
              icon={IconMessages}
              title={t(props.onlyFailed ? 'detail.noErrors' : 'detail.noSessions')}
              {...(props.onlyFailed ? {} : { text: t('detail.noSessionsText') })}
            />
          )
        }
      />
      <Pages
        page={page}
        size={size}
        total={found.data?.total}
        sizes={SIZES}
        isLoading={found.isPlaceholderData}
        onPage={setPage}
        onSize={(next) => {
          setSize(next);
          setPage(0);
        }}
      />
    </Card>
  );
}
