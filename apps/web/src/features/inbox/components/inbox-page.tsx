import { ActionIcon, Badge, Button, Checkbox, Skeleton, Switch, Text } from '@mantine/core';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { IconArrowBackUp, IconChartBar, IconClock, IconFlag, IconInbox, IconSettings } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConversationRow } from '../../../components/conversation/conversation-row.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { KeysSheet } from '../../../components/keys/keys-sheet.tsx';
import { type ScreenKey, useScreenKeys } from '../../../components/keys/screen-key.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toastError } from '../../../components/toasts.ts';
import { uniqueById } from '../../../lib/api/unique-by-id.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { conversationPages, inboxSettings, oneConversation, useInboxChanges, useInboxPresence } from '../api/inbox.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import classes from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxSettings } from './inbox-settings.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import '../texts.ts';

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** `/bt-team-inbox`: the team's conversations, the selected one, and the team's notes on it. */
export function InboxPage({ search, onSearch }: { search: InboxSearch; onSearch: (next: InboxSearch) => void }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const [isAway, setAway] = useState(false);
  useInboxPresence(isAway);
  const isAutoAssigned = useQuery(inboxSettings()).data?.assignsItself === true;
  const found = useInfiniteQuery(conversationPages(search));
  const rows = uniqueById(found.data?.pages.flatMap((page) => page.data) ?? []);
  const opened = useQuery({
    ...oneConversation(search.conversation ?? ''),
    enabled: search.conversation !== undefined,
  });
  const rowId = opened.data?.rowId ?? '';
  const row = useQuery({ ...oneConversation(rowId), enabled: rowId !== '' && rowId !== search.conversation });
  // The team's actions apply to the row, whichever of its chats is shown.
  const current =
    search.conversation === undefined ? undefined : rowId === search.conversation ? opened.data : row.data;
  const { assign, resolve } = useInboxChanges();
  const field = useRef<HTMLTextAreaElement>(null);
  /** The conversation to open after snoozing this one; null while the dialog is closed. */
  const [snoozing, setSnoozing] = useState<{ next: string | undefined } | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const [showsSettings, setShowsSettings] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Selected conversations that have left the list must not be changed unseen.
  const selectedIds = rows.filter(({ _id }) => selected.has(_id)).map(({ _id }) => _id);
  const toggle = (id: string) =>
    setSelected(new Set(selected.has(id) ? selectedIds.filter((chosenId) => chosenId !== id) : [...selectedIds, id]));

  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });
  // May run after a request: filters chosen in the meantime are kept.
  const open = (conversation: string | undefined) => onSearch({ ...latestSearch.current, conversation });
  const neighbour = (step: number) => {
    const place = rows.findIndex(({ _id }) => _id === (current?._id ?? search.conversation));
    return place < 0 ? rows[0] : rows[place + step];
  };
  const onError = (error: Error) => toastError(failureText(error));
  const assignMe = ({ _id: id, version }: Conversation) => assign.mutate({ id, version, userId: me._id }, { onError });
  const resolveAndNext = ({ _id: id, version }: Conversation) => {
    const next = neighbour(1) ?? neighbour(-1);
    resolve.mutate({ id, version }, { onError, onSuccess: () => open(next?._id) });
  };

  const editable = me.supportMode ? undefined : current;
  const unresolved = editable?.status === 'resolved' ? undefined : editable;
  const keys: ScreenKey[] = [
    { keys: ['?'], press: () => setShowsKeys(true) },
    { keys: ['J'], does: t('keys.next'), press: () => open((neighbour(1) ?? current)?._id) },
    { keys: ['K'], does: t('keys.previous'), press: () => open((neighbour(-1) ?? current)?._id) },
    { keys: ['R'], does: t('keys.reply'), press: () => (field.current ? field.current.focus() : false) },
    { keys: ['A'], does: t('keys.assign'), press: () => editable !== undefined && assignMe(editable) },
    {
      keys: ['S'],
      does: t('keys.snooze'),
      press: () => unresolved !== undefined && setSnoozing({ next: (neighbour(1) ?? neighbour(-1))?._id }),
    },
    { keys: ['E'], does: t('keys.resolve'), press: () => unresolved !== undefined && resolveAndNext(unresolved) },
    { keys: ['N'], does: t('keys.note') },
    { keys: ['H'], does: t('keys.handOver') },
    { keys: ['X'], does: t('keys.select'), press: () => editable !== undefined && toggle(editable._id) },
    { keys: ['M'], does: t('keys.macros') },
    { keys: ['1–9'], does: t('keys.macro') },
    { keys: ['T'], does: t('keys.task') },
  ];
  useScreenKeys(keys);

  return (
    <PageFrame isFilling>
      <div className={classes.title} data-behind={search.conversation !== undefined || undefined}>
        <PageHeader
          title={t('title')}
          actions={
            <>
              {isAutoAssigned && !me.supportMode && (
                <Switch
                  label={t('available')}
                  checked={!isAway}
                  onChange={({ currentTarget }) => setAway(!currentTarget.checked)}
                />
              )}
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('report.title')}
                title={t('report.title')}
                onClick={() => onSearch({ ...search, show: 'report' })}
              >
                <IconChartBar size={18} stroke={1.6} />
              </ActionIcon>
              {me.workspace.role !== 'member' && (
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={t('settings.title')}
                  title={t('settings.title')}
                  onClick={() => setShowsSettings(true)}
                >
                  <IconSettings size={18} stroke={1.6} />
                </ActionIcon>
              )}
              <KeysSheet lines={keys} isOpen={showsKeys} onOpen={setShowsKeys} />
            </>
          }
        />
      </div>
      <Card as="div" className={classes.panes} data-open={search.conversation !== undefined || undefined}>
        <section className={classes.list} aria-label={t('list')}>
          {selectedIds.length > 0 ? (
            <BulkBar ids={selectedIds} onClear={() => setSelected(new Set())} />
          ) : (
            <InboxFilters search={search} onSearch={onSearch} />
          )}
          <div className={classes.rows}>
            {found.isPending && SKELETON_ROWS.map((row) => <Skeleton key={row} height={48} m={8} />)}
            {found.isError && (
              <ErrorState title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />
            )}
            {found.isSuccess && rows.length === 0 && (
              <EmptyState icon={IconInbox} title={t('none')} text={t('noneText')} />
            )}
            {rows.map((row) => (
              <div key={row._id} className={classes.row}>
                {!me.supportMode && (
                  <Checkbox
                    className={classes.box ?? ''}
                    size="md"
                    aria-label={t('bulk.choose', { name: row.name ?? row.chat })}
                    checked={selected.has(row._id)}
                    onChange={() => toggle(row._id)}
                  />
                )}
                <ConversationRow
                  name={row.name ?? row.chat}
                  pictureFileId={null}
                  at={row.latest.at}
                  preview={<Preview conversation={row} />}
                  unread={row.isUnread ? 'some' : null}
                  marks={<Marks conversation={row} />}
                  isCurrent={row._id === (current?._id ?? search.conversation)}
                  onOpen={() => open(row._id)}
                />
              </div>
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
            onOpen={open}
            onAssignMe={assignMe}
            onResolve={resolveAndNext}
          />
        )}
      </Card>
      {showsSettings && <InboxSettings onClose={() => setShowsSettings(false)} />}
      {current && snoozing && (
        <SnoozeDialog conversation={current} onClose={() => setSnoozing(null)} onSnoozed={() => open(snoozing.next)} />
      )}
    </PageFrame>
  );
}

/** When a reply is due, and how urgent it is. */
function Marks({ conversation: { dueAt, priority, mergedChats } }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const isLate = dueAt !== null && new Date(dueAt).getTime() < serverNowMs();
  return (
    <>
      {dueAt !== null && (
        <Text span size="xs" {...(isLate && { c: 'red' })}>
          <IconClock size={12} aria-hidden /> <RelativeTime at={dueAt} />
        </Text>
      )}
      {mergedChats > 1 && (
        <Badge size="xs" variant="light" color="gray">
          {t('chats', { count: mergedChats, formatted: formatNumber(mergedChats) })}
        </Badge>
      )}
      <PriorityMark priority={priority} />
    </>
  );
}

function PriorityMark({ priority }: Pick<Conversation, 'priority'>) {
  const { t } = useTranslation('inbox');
  if (priority !== 'urgent' && priority !== 'high') return null;
  const color = `var(--mantine-color-${priority === 'urgent' ? 'red' : 'orange'}-text)`;
  return <IconFlag size={14} color={color} role="img" aria-label={t(`priorities.${priority}`)} />;
}

function Preview({ conversation: { latest, assignee } }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const { t: translate } = useTranslation('conversation');
  return (
    <>
      {latest.fromMe && (
        <>
          <IconArrowBackUp className="flip-rtl" size={14} role="img" aria-label={t('ours')} />{' '}
        </>
      )}
      <bdi>{latest.text || translate(`kind.${latest.kind}`)}</bdi>
      {assignee && (
        <>
          {' · '}
          <bdi>{assignee.name}</bdi>
        </>
      )}
    </>
  );
}
