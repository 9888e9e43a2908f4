import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConversationRow } from '../../../components/conversation/conversation-row.tsx';
import { MessageSummary } from '../../../components/conversation/message-summary.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { chatsAfter } from '../api/chats.ts';
import '../texts.ts';
import { ChatMarks, ChatMenu } from './chat-menu.tsx';
import classes from './chat-page.module.css';
import { type ChatScreenSearch, SHOWN_FILTERS } from './chat-search.ts';

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** An engine's chats, ordered by latest message. */
export function ChatsPane(props: {
  engineId: string;
  /** Actions that the engine supports; omitted if nothing may be changed here. */
  actions?: readonly ChatActKind[] | undefined;
  search: ChatScreenSearch;
  onSearch: (search: ChatScreenSearch) => void;
}) {
  const { engineId, search, onSearch, actions = [] } = props;
  const { t } = useTranslation('chats');
  const chats = useInfiniteQuery(chatsAfter(engineId, search));
  const rows = [...new Map(chats.data?.pages.flatMap(({ data }) => data).map((chat) => [chat.chat, chat])).values()];
  const isFiltered = search.search !== undefined || search.shown !== undefined;
  return (
    <section className={classes.list} aria-label={t('title')}>
      <div className={classes.filters}>
        <FilterInput
          label={t('filter.search')}
          value={search.search}
          isSearch
          isFullWidth
          onChange={(text) => onSearch({ ...search, search: text })}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          data={(['all', ...SHOWN_FILTERS] as const).map((value) => ({ value, label: t(`screen.${value}`) }))}
          value={search.shown ?? 'all'}
          onChange={(value) => onSearch({ ...search, shown: SHOWN_FILTERS.find((shown) => shown === value) })}
        />
      </div>
      <div className={classes.rows}>
        {chats.isPending && SKELETON_ROWS.map((row) => <Skeleton key={row} height={48} m={8} />)}
        {chats.isError && <ErrorState title={t('failed')} error={chats.error} onRetry={() => void chats.refetch()} />}
        {chats.isSuccess &&
          rows.length === 0 &&
          (isFiltered ? (
            <Hint p="md">{t('screen.noMatch')}</Hint>
          ) : (
            <EmptyState icon={IconMessages} title={t('none')} text={t('noneText')} />
          ))}
        <ul>
          {rows.map((chat) => (
            <li key={chat.chat} className={classes.row}>
              <ConversationRow
                name={chat.name ?? chat.chat}
                pictureFileId={chat.pictureFileId}
                at={chat.latest.at}
                preview={<MessageSummary message={chat.latest} />}
                unread={chat.unread}
                isCurrent={search.chat === chat.chat}
                marks={<ChatMarks chat={chat} />}
                onOpen={() => onSearch({ ...search, engine: engineId, chat: chat.chat })}
              />
              {actions.length > 0 && <ChatMenu engineId={engineId} chat={chat} actions={actions} />}
            </li>
          ))}
        </ul>
        {chats.hasNextPage && (
          <Button
            variant="subtle"
            fullWidth
            loading={chats.isFetchingNextPage}
            onClick={() => void chats.fetchNextPage()}
          >
            {t('screen.more')}
          </Button>
        )}
      </div>
    </section>
  );
}
