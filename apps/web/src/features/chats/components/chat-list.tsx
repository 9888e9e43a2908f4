import { Badge, Text } from '@mantine/core';
import { type Chat, MAX_UNANSWERED } from '@switchyard/contracts/chats/operations';
import { IconArrowDownLeft, IconArrowUpRight, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { MessageSummary } from '../../../components/conversation/message-summary.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { chatsPage, useLiveChats } from '../api/chats.ts';
import '../texts.ts';
import type { ChatsSearch } from '../chats-search.ts';
import { ChatDrawer } from './chat-drawer.tsx';
import { ChatFilters } from './chat-filters.tsx';
import classes from './chats.module.css';

const PAGE_SIZES = [25, 50, 100];

/**
 * The engine's incoming and outgoing chats, latest first and live, filtered by the address. A row opens its messages.
 */
export function ChatList(props: { engineId: string; search: ChatsSearch; onSearch: (search: ChatsSearch) => void }) {
  const { engineId, search, onSearch } = props;
  const { t } = useTranslation('chats');
  const [size, setSize] = useState(25);
  const [open, setOpen] = useState<Chat | null>(null);
  const chats = useQuery(chatsPage(engineId, search, size));
  useLiveChats(engineId);
  const { page = 0, ...filter } = search;
  const isFiltered = Object.keys(filter).length > 0;
  const columns: DataColumn<Chat>[] = [
    { id: 'chat', name: t('with'), isFixed: true, width: 220, cell: (row) => <ChatPartner chat={row} /> },
    { id: 'latest', name: t('latest'), width: 420, cell: (row) => <LatestMessage chat={row} /> },
    { id: 'at', name: t('at'), cell: (row) => <RelativeTime at={row.latest.at} /> },
    {
      id: 'unanswered',
      name: t('unanswered'),
      align: 'end',
      cell: (row) =>
        row.unanswered > 0 && (
          <Badge variant="light" size="sm">
            {row.unanswered >= MAX_UNANSWERED ? `${formatNumber(MAX_UNANSWERED)}+` : formatNumber(row.unanswered)}
          </Badge>
        ),
    },
    { id: 'unread', name: t('unread'), align: 'end', cell: (row) => <UnreadMark count={row.unread} /> },
  ];
  return (
    <>
      <ChatFilters search={search} onSearch={onSearch} />
      <Card as="div" className={classes.table}>
        <DataTable
          label={t('title')}
          name="engine-chats"
          columns={columns}
          rows={chats.data?.data ?? []}
          rowId={(row) => row.chat}
          isLoading={chats.isPending}
          onOpen={setOpen}
          empty={
            chats.isError ? (
              <ErrorState title={t('failed')} error={chats.error} onRetry={() => void chats.refetch()} />
            ) : isFiltered ? (
              <NothingMatches onClear={() => onSearch({})} />
            ) : (
              <EmptyState icon={IconMessages} title={t('none')} text={t('noneText')} />
            )
          }
        />
        {(chats.data?.total ?? 0) > 0 && (
          <Pages
            page={page}
            size={size}
            sizes={PAGE_SIZES}
            total={chats.data?.total}
            isLoading={chats.isPlaceholderData}
            onPage={(to) => onSearch({ ...filter, page: to })}
            onSize={(next) => {
              setSize(next);
              onSearch(filter);
            }}
          />
        )}
      </Card>
      <ChatDrawer engineId={engineId} chat={open} onClose={() => setOpen(null)} />
    </>
  );
}

function UnreadMark({ count }: { count: number | null }) {
  const { t } = useTranslation('chats');
  return count === null ? (
    <Text span size="sm" c="dimmed" title={t('unknown')} aria-label={t('unknown')} role="img">
      –
    </Text>
  ) : (
    formatNumber(count)
  );
}

function ChatPartner({ chat }: { chat: Chat }) {
  return (
    <>
      <Text span display="block" size="sm" fw={550} dir="auto" truncate>
        {chat.name ?? chat.chat}
      </Text>
      {chat.name !== null && (
        <Text span display="block" size="xs" c="dimmed" dir="auto" truncate>
          {chat.chat}
        </Text>
      )}
    </>
  );
}

function LatestMessage({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats');
  const Direction = chat.latest.fromMe ? IconArrowUpRight : IconArrowDownLeft;
  return (
    <span className={classes.latest}>
      <Direction
        size={16}
        stroke={1.8}
        aria-label={t(chat.latest.fromMe ? 'fromMe' : 'fromThem')}
        className={classes.direction}
      />
      <Text span size="sm" className={classes.messageText ?? ''}>
        <MessageSummary message={chat.latest} />
      </Text>
    </span>
  );
}
