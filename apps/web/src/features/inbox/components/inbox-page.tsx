import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { CONVERSATION_STATUSES, INBOX_VIEWS } from '@switchyard/contracts/inbox/views';
import { IconArrowBackUp, IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConversationRow } from '../../../components/conversation/conversation-row.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { KeysSheet } from '../../../components/keys/keys-sheet.tsx';
import { isForScreen } from '../../../components/keys/screen-key.ts';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { toastError } from '../../../components/toasts.ts';
import { uniqueById } from '../../../lib/api/unique-by-id.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { conversationPages, inboxCounts, oneConversation, useInboxChanges, useLiveInbox } from '../api/inbox.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { ConversationPane } from './conversation-pane.tsx';
import classes from './inbox.module.css';
import { SnoozeDialog } from './snooze-dialog.tsx';
import '../texts.ts';

const ROOM = [1, 2, 3, 4, 5, 6, 7, 8];

/** `/bt-team-inbox`: the team's conversations, one of them, and what the team knows about it. */
export function InboxPage({ search, onSearch }: { search: InboxSearch; onSearch: (next: InboxSearch) => void }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  useLiveInbox();
  const found = useInfiniteQuery(conversationPages(search));
  const rows = uniqueById(found.data?.pages.flatMap((page) => page.data) ?? []);
  const opened = useQuery({
    ...oneConversation(search.conversation ?? ''),
    enabled: search.conversation !== undefined,
  });
  const current = search.conversation === undefined ? undefined : opened.data;
  const { assign, resolve } = useInboxChanges();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isSnoozing, setSnoozing] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);

  const open = (conversation: string | undefined) => onSearch({ ...search, conversation });
  const neighbour = (step: number) => {
    const place = rows.findIndex(({ _id }) => _id === search.conversation);
    return place < 0 ? rows[0] : rows[place + step];
  };
  const onError = (error: Error) => toastError(failureText(error));
  const assignMe = ({ _id: id, version }: Conversation) => assign.mutate({ id, version, userId: me._id }, { onError });
  const resolveAndNext = ({ _id: id, version }: Conversation) => {
    const next = neighbour(1) ?? neighbour(-1);
    resolve.mutate({ id, version }, { onError, onSuccess: () => open(next?._id) });
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForScreen(event, document)) return;
    const key = event.key.toLowerCase();
    const canChange = current !== undefined && !me.supportMode;
    if (key === '?') setShowsKeys(true);
    else if (key === 'j') open((neighbour(1) ?? current)?._id);
    else if (key === 'k') open((neighbour(-1) ?? current)?._id);
    else if (key === 'r' && field.current) field.current.focus();
    else if (key === 'a' && canChange) assignMe(current);
    else if (key === 's' && canChange && current.status !== 'resolved') setSnoozing(true);
    else if (key === 'e' && canChange && current.status !== 'resolved') resolveAndNext(current);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <PageFrame isFilling>
      <div className={classes.title} data-behind={search.conversation !== undefined || undefined}>
        <PageHeader
          title={t('title')}
          actions={
            <KeysSheet
              isOpen={showsKeys}
              onOpen={setShowsKeys}
              lines={[
                { keys: ['J'], does: t('keys.next') },
                { keys: ['K'], does: t('keys.previous') },
                { keys: ['R'], does: t('keys.reply') },
                { keys: ['A'], does: t('keys.assign') },
                { keys: ['S'], does: t('keys.snooze') },
                { keys: ['E'], does: t('keys.resolve') },
                { keys: ['T'], does: t('keys.task') },
              ]}
            />
          }
        />
      </div>
      <Card as="div" className={classes.panes} data-open={search.conversation !== undefined || undefined}>
        <section className={classes.list} aria-label={t('list')}>
          <Filters search={search} onSearch={onSearch} />
          <div className={classes.rows}>
            {found.isPending && ROOM.map((one) => <Skeleton key={one} height={48} m={8} />)}
            {found.isError && (
              <ErrorState title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />
            )}
            {found.isSuccess && rows.length === 0 && (
              <EmptyState icon={IconInbox} title={t('none')} text={t('noneText')} />
            )}
            {rows.map((row) => (
              <ConversationRow
                key={row._id}
                name={row.name ?? row.chat}
                pictureFileId={null}
                at={row.latest.at}
                preview={<Preview conversation={row} />}
                unread={row.isUnread ? 'some' : null}
                isCurrent={row._id === search.conversation}
                onOpen={() => open(row._id)}
              />
            ))}
            {found.hasNextPage && (
              <Button variant="subtle" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {t('more')}
              </Button>
            )}
          </div>
        </section>
        {search.conversation === undefined ? (
          <div className={classes.nothing}>
            <EmptyState icon={IconInbox} title={t('choose')} text={t('chooseText')} />
          </div>
        ) : (
          <ConversationPane
            key={search.conversation}
            id={search.conversation}
            fieldRef={field}
            onBack={() => open(undefined)}
            onAssignMe={assignMe}
            onResolve={resolveAndNext}
          />
        )}
      </Card>
      {current && isSnoozing && <SnoozeDialog conversation={current} onClose={() => setSnoozing(false)} />}
    </PageFrame>
  );
}

function Filters({ search, onSearch }: { search: InboxSearch; onSearch: (next: InboxSearch) => void }) {
  const { t } = useTranslation('inbox');
  const word = useStateWord('conversation');
  const counts = useQuery(inboxCounts());
  const { view = 'all', status = 'open' } = search;
  const withCount = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} ${formatNumber(count)}`;
  return (
    <div className={classes.filters}>
      <FilterInput
        label={t('search')}
        value={search.search}
        isSearch
        isFullWidth
        onChange={(words) => onSearch({ ...search, search: words })}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('views')}
        value={view}
        onChange={(next) => onSearch({ ...search, view: INBOX_VIEWS.find((one) => one === next) })}
        data={INBOX_VIEWS.map((one) => ({
          value: one,
          label: withCount(t(`view.${one}`), counts.data?.[one][status]),
        }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('status')}
        value={status}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ ...search, status: CONVERSATION_STATUSES.find((one) => one === value) })
        }
        data={CONVERSATION_STATUSES.map((one) => ({
          value: one,
          label: withCount(word(one), counts.data?.[view][one]),
        }))}
      />
    </div>
  );
}

function Preview({ conversation: { latest, assignee } }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const { t: say } = useTranslation('conversation');
  return (
    <>
      {latest.fromMe && (
        <>
          <IconArrowBackUp className="flip-rtl" size={14} role="img" aria-label={t('ours')} />{' '}
        </>
      )}
      <bdi>{latest.text || say(`kind.${latest.kind}`)}</bdi>
      {assignee && (
        <>
          {' · '}
          <bdi>{assignee.name}</bdi>
        </>
      )}
    </>
  );
}
